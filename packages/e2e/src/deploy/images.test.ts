// Tests that the folders of the images have what their commands need, and nothing else, and that the services run in them
// without a right to write.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRepository, git } from '../changelog-client.ts'
import { ROOT, type RunningService, scaleBudget } from '../process.ts'
import {
  assembleImage,
  type Image,
  readCommand,
  readDockerfile,
  startContainer,
  startProgram,
} from './image.ts'

const API_KEY = `qb_image_${'k'.repeat(43)}`
const KEYS = `image:changes:read+changelog:write:${createHash('sha256').update(API_KEY).digest('hex')}`
/** A service needs at most 1.6 seconds to end. A container engine kills it after 10. */
const STOP_MS = 3000

let home: string
let images: Record<'questions' | 'changelog', Image>
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'qb-images-'))
  // Only its owner can enter a temporary folder by default.
  chmodSync(home, 0o755)
  images = {
    questions: assembleImage('questions', join(home, 'questions')),
    changelog: assembleImage('changelog', join(home, 'changelog')),
  }
}, 300_000)
const running: RunningService[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop('SIGKILL')
})
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', home])
  rmSync(home, { recursive: true })
})

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

/** Starts the command of an image on a free port of the loopback interface. */
async function start(name: 'questions' | 'changelog', environment: Record<string, string> = {}) {
  const service = await startContainer(images[name], {
    [`${name.toUpperCase()}_HOST`]: '127.0.0.1',
    [`${name.toUpperCase()}_PORT`]: '0',
    ...environment,
  })
  running.push(service)
  return service
}

/** Runs the HEALTHCHECK of an image and returns its exit code. */
async function checkHealth(name: 'questions' | 'changelog', port: string): Promise<number> {
  const command = readCommand(images[name], 'HEALTHCHECK')
  const [code] = await once(
    startProgram(images[name], command, { [`${name.toUpperCase()}_PORT`]: port }),
    'exit',
  )
  return code
}

async function expectPromptStop(service: RunningService): Promise<void> {
  const { code, ms } = await service.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(await scaleBudget(STOP_MS))
}

describe.each(['questions', 'changelog'] as const)('the image of the %s service', (name) => {
  const port = name === 'questions' ? '8000' : '8001'

  it('is based on one exact version of a slim Node image in both stages, and copies the assembled folder only', () => {
    const all = readDockerfile(`deploy/${name}.Dockerfile`)
    const textsOf = (wanted: string) => all.filter((found) => found.name === wanted).map(({ text }) => text)
    const bases = textsOf('FROM').map((text) => text.split(' ')[0])
    expect(new Set(bases).size).toBe(1)
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/)
    expect(textsOf('RUN')).toContain(`npx -y pnpm@12 run assemble ${name} ../app`)
    expect(images[name].textsOf('COPY')).toEqual(['--from=build /app ./'])
  })

  it('runs as a numeric user that is not root, in production, on all interfaces and the exposed port', () => {
    expect(images[name].textsOf('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    expect(images[name].env).toMatchObject({
      NODE_ENV: 'production',
      [`${name.toUpperCase()}_HOST`]: '0.0.0.0',
      [`${name.toUpperCase()}_PORT`]: port,
    })
    expect(images[name].textsOf('EXPOSE')).toEqual([port])
  })

  it('installs no packages of Debian but those that git needs', () => {
    const [install, ...others] = images[name].textsOf('RUN')
    expect(others).toEqual([])
    if (name === 'questions') expect(install).toBe(undefined)
    else expect(install).toContain(' --no-install-recommends ca-certificates git openssh-client && rm -rf ')
  })

  it('contains the service, and no sources, tests or packages of tools', () => {
    const files = listFiles(images[name].folder)
    expect(files).toContain(readCommand(images[name], 'CMD')[1])
    expect(files.filter((file) => /\.tsx?$|\.test\.|\.map$|\.tsbuildinfo$|(^|\/)\.env/.test(file))).toEqual(
      [],
    )
    const packages = files.flatMap((file) => /^pages\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
    expect([...new Set(packages)].toSorted()).toEqual(['@fastify/swagger-ui', 'redoc'])
    const bytes = files.map((file) => statSync(join(images[name].folder, file)).size)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(12 * 1024 * 1024)
  })

  it('cannot write to its own files', async () => {
    const program = `require('node:fs').writeFileSync('package.json', '')`
    const child = startProgram(images[name], [
      'node',
      '-e',
      `try { ${program} } catch (e) { process.exit(e.code === 'EACCES' ? 7 : 1) }`,
    ])
    expect(await once(child, 'exit')).toEqual([7, null])
  })

  it('has a health check that fails while the service does not run', async () => {
    expect(await checkHealth(name, '1')).toBe(1)
  })
})

it.each([[[]], [['questions']], [['other', 'never-written']]])(
  'assemble names its arguments, got %j',
  (args) => {
    const options = { cwd: ROOT, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/pack.js', '--assemble', ...args],
      options,
    )
    expect([status, stderr]).toEqual([1, 'expected: assemble questions|changelog <folder>\n'])
  },
)

describe('the read-only container of the questions service', () => {
  it('serves the questions of the image and its pages, is healthy, and stops on SIGTERM', async () => {
    const service = await start('questions', {
      QUESTIONS_RATE_LIMIT_MAX: '100',
      RATE_LIMIT_REDIS_URL: 'redis://127.0.0.1:1',
    })
    const get = async (path: string) => (await fetch(service.url + path)).status
    for (const path of [
      '/livez',
      '/readyz',
      '/docs',
      '/docs/static/swagger-ui-bundle.js',
      '/docs/static/swagger-ui.css',
      '/redoc',
      '/quiz/',
      '/api/v1/questions/astronomy?seed=a',
    ])
      expect(await get(path), path).toBe(200)
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('rate_limit_redis_up 0')
    expect(await checkHealth('questions', new URL(service.url).port)).toBe(0)
    await expectPromptStop(service)
  })

  it('loads a mounted dataset that changes', async () => {
    const datasets = join(home, 'datasets')
    execFileSync('mkdir', [datasets])
    const write = (count: number) => {
      const rows = Array.from(
        { length: count },
        (_, row) => `q-${row},Which is ${row}?,yes,"['yes', 'no']"\n`,
      )
      writeFileSync(join(datasets, 'art.csv'), `id,question,correct_answer,options\n${rows.join('')}`)
    }
    write(3)
    const service = await start('questions', { QUESTIONS_DIR: datasets, QUESTIONS_RELOAD_SECONDS: '1' })
    write(5)
    const total = async () =>
      ((await (await fetch(`${service.url}/api/v1/questions/art`)).json()) as { total: number }).total
    await expect.poll(total, { timeout: 60_000 }).toBe(5)
    await expectPromptStop(service)
  })
})

describe('the read-only container of the changelog service', () => {
  it('writes to the mounted repository only, is healthy, and stops on SIGTERM', async () => {
    const repository = join(home, 'repository')
    createRepository(repository)
    // The service keeps the owner and the group of the changelog, so its user must have both.
    if (process.getuid?.() === 0)
      execFileSync('chown', ['-R', String(images.changelog.textsOf('USER')[0]), repository])
    const service = await start('changelog', { REPOSITORY_PATH: repository, CHANGELOG_API_KEYS: KEYS })
    expect(await checkHealth('changelog', new URL(service.url).port)).toBe(0)
    expect((await fetch(`${service.url}/redoc`)).status).toBe(200)
    const response = await fetch(`${service.url}/api/changelog/update`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ changes: [{ type: 'Added', description: 'From a container.' }] }),
    })
    expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 })
    expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toContain('- From a container.')
    expect(git(repository, '-c', 'safe.directory=*', 'status', '--porcelain').trim()).toBe('M CHANGELOG.md')
    await expectPromptStop(service)
  })

  it('does not start without keys', async () => {
    await expect(start('changelog', { REPOSITORY_PATH: home })).rejects.toThrow('end of the output')
  })

  it('contains the command that creates keys', async () => {
    const program = 'dist/changelog-service.js'
    const child = startProgram(images.changelog, ['node', program, 'make-key', 'ci'])
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(output).toContain('qb_ci_')
  })
})

it('.dockerignore excludes everything that it does not name, and the secrets and results of what it names', () => {
  const rules = readFileSync(`${ROOT}.dockerignore`, 'utf8')
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line))
  expect(rules[0]).toBe('*')
  for (const rule of ['!package.json', '!pnpm-lock.yaml', '!scripts', '!packages', '!examples/quiz']) {
    expect(rules).toContain(rule)
  }
  for (const rule of ['**/.env', '**/node_modules', '**/dist', '**/*.test.ts']) {
    expect(rules.indexOf(rule)).toBeGreaterThan(rules.findLastIndex((other) => other.startsWith('!')))
  }
})
