// Tests the packages as a user has them: installed with npm in an empty folder, and run without the workspace. It is not
// part of `test`, because it starts about fifty processes.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../process.ts'
import { type InstalledFolder, installPackages, type StartedProgram, stop } from './folder.ts'

const MAX_INSTALLED_BYTES = 60 * 1024 * 1024
const SERVICES = ['questions', 'changelog'] as const
const PACKAGES = [...SERVICES, 'client'] as const

let folder: InstalledFolder
beforeAll(async () => {
  folder = await installPackages()
  folder.write('my-questions/people.csv', 'id,question,correct_answer\n1,Who?,Me\n2,Why?,No\n')
  folder.write('broken/people.csv', 'id,question,correct_answer\n1,Who?\n')
})
afterAll(() => folder?.remove())

const readPackage = (service: string) =>
  JSON.parse(readFileSync(join(folder.path, 'node_modules/@qb', service, 'package.json'), 'utf8'))
const getJson = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>

describe('the installation', () => {
  it('consists of the packages, and is small', () => {
    const names = readdirSync(join(folder.path, 'node_modules'), { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /(?:^|\/)node_modules\//.test(name))).toEqual([])
    expect(readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@qb',
    ])
    const bytes = names.map((name) => statSync(join(folder.path, 'node_modules', name)).size)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_INSTALLED_BYTES)
  })

  it.each(PACKAGES)('of %s runs no scripts, and has a licence and no dependencies', (service) => {
    const description = readPackage(service)
    const { version, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(description).toMatchObject({ version, engines, type: 'module' })
    expect(description.license).toMatch(/^MIT/)
    expect(description).not.toHaveProperty('scripts')
    expect(description).not.toHaveProperty('dependencies')
    expect(description).not.toHaveProperty('private')
    expect(JSON.stringify(description)).not.toMatch(/workspace:|catalog:/)
  })

  it.each(SERVICES)('of %s lists the packages that its bundles contain', (service) => {
    const read = (name: string) => readFileSync(join(folder.path, 'node_modules/@qb', service, name), 'utf8')
    const { components } = JSON.parse(read('sbom.cdx.json')) as {
      components: { group?: string; name: string; version: string }[]
    }
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name))
    const some = ['fastify', '@fastify/helmet', '@fastify/swagger-ui', 'redoc']
    expect(names).toEqual(expect.arrayContaining(some))
    expect(names.filter((name) => name.startsWith('@qb/') || name === 'express')).toEqual([])
    const licences = Array.from(
      read('THIRD-PARTY-LICENSES.txt').matchAll(/(?<=^|-\n\n)(\S+) \d\S* \(.+\)$/gm),
      ([, name]) => name,
    )
    expect(licences).toEqual(expect.arrayContaining(some))
    for (const name of licences) expect(names).toContain(name)
  })

  it.each(PACKAGES)('of %s is accepted by publint and Are the types wrong?', async (service) => {
    const tarball = folder.tarballs.get(service) as Buffer
    const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
    expect(messages).toEqual([])
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
    // The packages are modules only. Node can require them, but other resolvers of CommonJS cannot.
    const problems = result.types
      ? result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')
      : ['no types']
    expect(problems).toEqual([])
  })
})

describe('the client', () => {
  it('sends requests to an installed service', async () => {
    const { url } = await folder.start(['npx', 'question-bank', '--dir', './my-questions'])
    folder.write(
      'client.mjs',
      `import { createQuestionsClient } from '@qb/client'
       const client = createQuestionsClient({ baseUrl: ${JSON.stringify(url)} })
       for await (const { id } of client.questions('people', { random: false, limit: 1 })) console.log(id)`,
    )
    const { code, stdout, stderr } = await folder.run([process.execPath, 'client.mjs'])
    expect([code, stdout, stderr]).toEqual([0, '1\n2\n', ''])
  })
})

describe('question-bank', () => {
  it('names a variable that .env contains twice', async () => {
    folder.write('.env', 'QUESTIONS_PORT=1\nQUESTIONS_PORT=2\n')
    const { code, stderr } = await folder.run(['question-bank'])
    folder.write('.env', '')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^questions cannot start: invalid config\nQUESTIONS_PORT: expected one line in /)
    expect(stderr.trim().split('\n')).toHaveLength(2)
  })

  it('serves a folder, and ends when npx gets SIGTERM', async () => {
    const service = await folder.start(['npx', 'question-bank', '--dir', './my-questions'])
    expect(await getJson(`${service.url}/api/v1/categories`)).toMatchObject({
      categories: [{ name: 'people' }],
    })
    service.process.kill('SIGTERM')
    await expect.poll(() => fetch(service.url).catch(() => 'closed'), { timeout: 60_000 }).toBe('closed')
  })

  it('serves its own questions, the quiz and the documentation', async () => {
    const service = await folder.start(['question-bank'])
    const { version } = readPackage('questions')
    expect(await getJson(`${service.url}/api/v1/health`)).toMatchObject({ status: 'healthy', version })
    const paths = [
      '/api/v1/questions/astronomy',
      '/quiz/',
      '/quiz/main.js',
      '/docs/static/swagger-ui-bundle.js',
      '/redoc',
    ]
    const script = /src="([^"]+)"/.exec(await (await fetch(`${service.url}/redoc`)).text())?.[1]
    for (const path of [...paths, `/${script}`])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
    expect(await stop(service)).toBe(0)
  })

  it('loads a large dataset in each of several workers', async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, row) => `${row},What is the number ${row} of the questions?,${row}`,
    )
    folder.write('large/numbers.csv', `id,question,correct_answer\n${rows.join('\n')}\n`)
    const service = await folder.start(['question-bank', '--dir=large'], {
      WORKERS: '2',
      LOG_LEVEL: 'silent',
    })
    expect(await getJson(`${service.url}/api/v1/questions/numbers?limit=1`)).toMatchObject({
      total: rows.length,
    })
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/^workers 2$/m)
    expect(await stop(service)).toBe(0)
  })

  it('prefers options to the environment, and the environment to .env of the current folder', async () => {
    for (const name of ['one', 'two', 'three']) {
      folder.write(`${name}/${name}.csv`, 'id,question,correct_answer\n1,Who?,Me\n')
    }
    folder.write('.env', 'QUESTIONS_DIR=one\n')
    const served = async (args: string[], environment = {}) => {
      const service = await folder.start(['question-bank', ...args], environment)
      const { categories } = await getJson(`${service.url}/api/v1/categories`)
      await stop(service)
      return (categories as { name: string }[]).map(({ name }) => name)
    }
    try {
      expect(await served([])).toEqual(['one'])
      expect(await served([], { QUESTIONS_DIR: 'two' })).toEqual(['two'])
      expect(await served(['serve', '--dir', 'three'], { QUESTIONS_DIR: 'two' })).toEqual(['three'])
    } finally {
      folder.write('.env', '')
    }
  })

  it('checks datasets', async () => {
    const good = await folder.run(['npx', 'question-bank', 'check', './my-questions'])
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('0 errors, 0 warnings') })
    const bad = await folder.run(['question-bank', 'check', 'broken'])
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: broken\/people\.csv:2:/m) })
    const own = await folder.run(['question-bank', 'check', '--strict'])
    expect(own).toMatchObject({ code: 0, stdout: expect.stringContaining('astronomy') })
  })

  it('imports a file into the current folder, or a given one, and says how to serve it', async () => {
    folder.write('places.json', '[{"question":"Where?","answer":"Here"}]')
    expect(await folder.run(['question-bank', 'import', 'places.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^wrote places\.csv: .*\n.*npx question-bank --dir \.$/m),
    })
    expect(
      await folder.run(['question-bank', 'import', 'places.json', '--to', './my-questions']),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npx question-bank --dir my-questions'),
    })
    expect((await folder.run(['question-bank', 'import', 'places.json'])).code).toBe(1)
  })

  it.each([
    ['question-bank', '--dir'],
    ['changelog-service', '--repository'],
  ])('and the like: %s prints its help and its version', async (program, option) => {
    const help = await folder.run([program, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`\n  ${option} `) })
    expect(Math.max(...help.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(await folder.run([program, '--version'])).toMatchObject({
      code: 0,
      stdout: `${readPackage('questions').version}\n`,
    })
  })

  it.each([
    [2, ['question-bank', '--prot', '1'], 'unknown option: --prot; did you mean "--port"?'],
    [2, ['question-bank', 'chek'], 'unknown command: chek; expected one of: serve, check, '],
    [1, ['question-bank', '--port', '65536'], '--port: expected an integer from 0 to 65535, got "65536"'],
    [1, ['question-bank', '--dir', 'missing'], '--dir: expected a readable folder'],
    [2, ['changelog-service', 'make-key'], 'expected one id'],
    [2, ['changelog-service', '--api-keys', 'x'], 'unknown option: --api-keys'],
    [1, ['changelog-service', '--repository', 'missing'], '--repository: expected the path of a folder'],
    [3, ['changelog-service', 'flow'], 'CHANGELOG_API_KEY'],
  ])('and the like: the exit code is %d for %j', async (code, args, message) => {
    expect(await folder.run(args)).toMatchObject({ code, stderr: expect.stringContaining(message) })
  })

  it('names the variable that is invalid', async () => {
    const { code, stderr } = await folder.run(['question-bank'], { WORKERS: 'many' })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^WORKERS: expected/m)])
  })

  it('names the option when the port is in use', async () => {
    const service = await folder.start(['question-bank'])
    const { port } = new URL(service.url)
    const { code, stderr } = await folder.run(['question-bank', '--port', port])
    await stop(service)
    expect([code, stderr]).toEqual([1, expect.stringContaining('set --port to use a different port')])
  })
})

describe('changelog-service', () => {
  let service: StartedProgram

  it('edits the changelog of a repository, with a key that it has made', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
        cwd: folder.path,
      })
    git('init', '--quiet')
    folder.write('.gitignore', 'node_modules\n')
    git('add', '.')
    git('commit', '--quiet', '--message', 'First')
    const made = (await folder.run(['npx', 'changelog-service', 'make-key', 'me'])).stdout
    const [, key = '', entry = ''] = /^(qb_me_\S+)$[\s\S]*CHANGELOG_API_KEYS="(\S+)"/m.exec(made) ?? []
    service = await folder.start(['npx', 'changelog-service', '--repository', '.'], {
      CHANGELOG_API_KEYS: entry,
    })
    folder.write('src/new.ts', 'export {}\n')
    for (const path of ['/', '/site.css', '/figtree.woff2', '/figtree-ext.woff2', '/docs', '/redoc'])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
    const args = ['changelog-service', 'flow', '--url', service.url, '--bump', 'MINOR']
    folder.write('.env', `CHANGELOG_API_KEY=${key}\n`)
    expect(await folder.run(args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('released 0.1.0'),
    })
    git('add', '.')
    git('commit', '--quiet', '--message', 'Release')
    folder.write('src/newer.ts', 'export {}\n')
    expect(await folder.run([...args.slice(0, -1), 'auto'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('released 0.2.0'),
    })
    git('add', '.')
    git('commit', '--quiet', '--message', 'Release')
    folder.write('src/newest.ts', 'export {}\n')
    expect(await folder.run([...args, '--prerelease', 'rc'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('released 0.3.0-rc.1'),
    })
    git('add', '.')
    git('commit', '--quiet', '--message', 'Release')
    expect(await folder.run(['changelog-service', 'check', '--base', 'HEAD'])).toMatchObject({ code: 0 })
    git('init', '--quiet', '--bare', '.git/remote')
    git('remote', 'add', 'origin', '.git/remote')
    for (const stdout of [/^created v0\.3\.0-rc\.1 of [0-9a-f]{40}\n$/, /^v0\.3\.0-rc\.1 exists\n$/])
      expect(await folder.run(['changelog-service', 'tag'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(stdout),
      })
    folder.write('src/last.ts', 'export {}\n')
    git('add', '.')
    git('commit', '--quiet', '--message', 'No entry')
    expect(await folder.run(['changelog-service', 'check', '--base', 'HEAD~1'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Feature: src/last.ts'),
    })
    rmSync(join(folder.path, '.env'))
    expect(readFileSync(join(folder.path, 'CHANGELOG.md'), 'utf8')).toContain('new.ts')
    service.process.kill('SIGTERM')
    git('push', '--quiet', 'origin', 'HEAD')
    service = await folder.start(['npx', 'changelog-service'], {
      CHANGELOG_API_KEYS: entry,
      CHANGELOG_RELEASE_MODE: 'push',
      CHANGELOG_GIT_NAME: 'Bot',
      CHANGELOG_GIT_EMAIL: 'bot@example.org',
      CHANGELOG_PACKAGES: 'api=api,web=web',
      CHANGELOG_ENTRY_TYPES: 'Added,Fixed',
      CHANGELOG_COMMIT_MESSAGE: 'chore({package}): {versions} [skip ci]',
      CHANGELOG_UPDATE_MESSAGE: 'docs({package}): update {path} [skip ci]',
    })
    for (const name of ['api', 'web']) folder.write(`${name}/index.ts`, 'export {}\n')
    folder.write('.env', `CHANGELOG_API_KEY=${key}\n`)
    const all = ['changelog-service', 'flow', '--url', service.url, '--all', '--bump', 'MINOR']
    expect(await folder.run(all)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('released api 0.1.0, web 0.1.0'),
    })
    rmSync(join(folder.path, '.env'))
    expect(
      String(git('tag', '--points-at', 'HEAD'))
        .trim()
        .split('\n'),
    ).toEqual(['api@0.1.0', 'web@0.1.0'])
    const add = (type: string) =>
      fetch(`${service.url}/api/changelog/update`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ package: 'web', changes: [{ type, description: 'A fault.' }] }),
      })
    expect([(await add('Fixed')).status, (await add('Removed')).status]).toEqual([200, 400])
    expect(readFileSync(join(folder.path, 'web/CHANGELOG.md'), 'utf8')).toContain('### Fixed\n\n- A fault.')
    expect(
      String(git('log', '-2', '--format=%s'))
        .trim()
        .split('\n'),
    ).toEqual([
      'docs(web): update web/CHANGELOG.md [skip ci]',
      'chore(api, web): api 0.1.0, web 0.1.0 [skip ci]',
    ])
    service.process.kill('SIGTERM')
  })
})

describe('the library', () => {
  const PROGRAM = `import { createApp as createChangelog } from '@qb/changelog'
import { createApp as createQuestions } from '@qb/questions'
import type { FastifyInstance } from 'fastify'

const questions: FastifyInstance = await createQuestions({ QUESTIONS_DIR: './my-questions', QUESTIONS_RELOAD_SECONDS: '0' })
const changelog: FastifyInstance = await createChangelog({
  REPOSITORY_PATH: '.',
  CHANGELOG_JWT_SECRET: 'b7Qm2xKd90LwZs4TgVn8RfYc1HpJe6Ua',
  CHANGELOG_BASE_PATH: '/changes',
})
const error = await createQuestions({ QUESTIONS_FOLDER: '.' }).catch(({ message }: Error) => message)
const responses = await Promise.all([
  questions.inject('/api/v1/questions/people'),
  changelog.inject('/changes/health'),
  changelog.inject('/api/changelog'),
])
console.log(JSON.stringify({ statuses: responses.map(({ statusCode }) => statusCode), error }))
await Promise.all([questions.close(), changelog.close()])
`

  beforeAll(() => {
    folder.link('fastify')
    folder.link('@types/node')
    folder.write('app.mts', PROGRAM)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
    }
    folder.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['app.mts'] }))
  })

  // Are the types wrong? depends on a version of TypeScript 5.
  it.each([
    ['TypeScript 7', ROOT],
    ['TypeScript 5', realpathSync(join(ROOT, 'packages/e2e/node_modules/@arethetypeswrong/core'))],
  ])('compiles with %s, all declarations included', (_version, dependent) => {
    const tsc = join(
      dirname(createRequire(join(dependent, 'package.json')).resolve('typescript/package.json')),
      'bin/tsc',
    )
    const args = [tsc, '--project', folder.path, '--skipLibCheck', 'false']
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('')
  })

  it('creates the apps of both services', () => {
    const output = execFileSync(process.execPath, ['app.mjs'], { cwd: folder.path, encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual({
      statuses: [200, 200, 401],
      error: expect.stringMatching(/^QUESTIONS_FOLDER: expected one of /),
    })
  })
})
