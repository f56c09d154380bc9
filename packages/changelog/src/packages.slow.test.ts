// Tests `CHANGELOG_PACKAGES` with everything that has packages: operations, tools, documents, tags and lists of changes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { GIT_ERRORS } from '@qb/core/git'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { callTool, postMcp, rpc } from './mcp/testing.ts'
import { assertError, gitIn, KEYS, makeApp, type TestApp } from './testing.ts'

const logOf = (version: string) =>
  `# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [${version}] - 2020-01-01\n\n- y\n`

const make = (packages: string, environment: Record<string, string> = {}) =>
  makeApp({
    environment: { CHANGELOG_PACKAGES: packages, ...environment },
    arrange(folder) {
      const write = (path: string, text: string) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      write('CHANGELOG.md', logOf('9.0.0'))
      write('packages/api/CHANGELOG.md', logOf('1.2.0'))
      write('packages/web/CHANGELOG.md', logOf('2.0.0'))
      gitIn(folder, 'init', '--quiet', '--initial-branch=main')
      gitIn(folder, 'add', '--all')
      gitIn(folder, 'commit', '--quiet', '--message=first')
      gitIn(folder, 'init', '--quiet', '--bare', join(folder, '.git/remote'))
      gitIn(folder, 'remote', 'add', 'origin', join(folder, '.git/remote'))
      gitIn(folder, 'push', '--quiet', 'origin', 'main')
      for (const path of ['packages/api/a.ts', 'packages/web/w.ts', 'packages/web/tool/t.ts', 'r.ts'])
        write(path, 'x\n')
      gitIn(folder, 'tag', 'api@1.2.0')
    },
  })
const TWO = 'api=packages/api,web=packages/web/'
const NAMES = 'api, web'

const get = ({ app }: TestApp, url: string) => app.inject({ url, headers: { 'x-api-key': KEYS.all } })
const post = ({ app }: TestApp, operation: string, payload: object, headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all, ...headers },
    payload,
  })
const read = ({ folder }: TestApp, path: string) => readFileSync(join(folder, path, 'CHANGELOG.md'), 'utf8')

describe('a package', () => {
  it('has a changelog of its own in every operation', async () => {
    const test = await make(TWO)
    expect((await get(test, '/api/changelog?package=web')).json()).toMatchObject({ version: '2.0.0' })
    expect((await get(test, '/api/changelog/latest?package=api')).json()).toMatchObject({ version: '1.2.0' })
    const changes = [{ type: 'Added', description: 'new' }]
    expect((await post(test, 'update', { changes, package: 'api' })).statusCode).toBe(200)
    expect(read(test, 'packages/api')).toBe(logOf('1.2.0').replace('- x\n', '- x\n- new\n'))
    const dry = (await post(test, 'release', { package: 'web', dry_run: true })).json()
    expect(dry.diff).toMatch(/^--- a\/packages\/web\/CHANGELOG\.md\n/)
    const released = await post(test, 'release', { version_bump: 'MINOR', package: 'web' })
    expect(released.json()).toMatchObject({ success: true, version: '2.1.0' })
    expect(read(test, 'packages/web')).toContain('## [2.1.0] - 2026-11-21')
    expect(read(test, '')).toBe(logOf('9.0.0'))
  })

  it('has an ETag of its own', async () => {
    const test = await make(TWO)
    const { etag } = (await get(test, '/api/changelog?package=web')).headers
    const ifMatch = { 'if-match': String(etag) }
    expect((await post(test, 'release', { package: 'api' }, ifMatch)).statusCode).toBe(412)
    expect((await post(test, 'release', { package: 'web' }, ifMatch)).statusCode).toBe(200)
  })

  it('has the paths of its folder since its tag, and the root package the rest', async () => {
    const test = await make(`${TWO},tool=packages/web/tool,app=.`)
    const listed = async (name: string) =>
      (await get(test, `/api/repository/changes${name && `?package=${name}`}`))
        .json()
        .changes.map(({ path }: { path: string }) => path)
    expect(await listed('api')).toEqual(['packages/api/a.ts'])
    expect(await listed('web')).toEqual(['packages/web/w.ts'])
    expect(await listed('tool')).toEqual(['packages/web/tool/t.ts'])
    expect(await listed('')).toEqual(['r.ts'])
    expect((await get(test, '/api/changelog')).json()).toMatchObject({ version: '9.0.0' })
    const base = (await get(test, '/api/repository/changes?package=api')).headers['changes-base']
    expect(base).toBe(gitIn(test.folder, 'rev-parse', 'api@1.2.0').trim())
  })

  it.each([
    ['commit', {}, ['api@1.3.0', 'web@3.0.0'], 'Release 1.3.0'],
    [
      'push',
      { CHANGELOG_TAG: '{package}/v{version}', CHANGELOG_COMMIT_MESSAGE: 'Release {package} {version}' },
      ['api/v1.3.0', 'web/v3.0.0'],
      'Release api 1.3.0',
    ],
  ])('has tags and messages of its own in the release mode %s', async (mode, environment, tags, subject) => {
    const test = await make(TWO, { CHANGELOG_RELEASE_MODE: mode, ...environment })
    const api = (await post(test, 'release', { version_bump: 'MINOR', package: 'api' })).json()
    const web = (await post(test, 'release', { version_bump: 'MAJOR', package: 'web' })).json()
    expect([api.tag, web.tag]).toEqual(tags)
    expect(gitIn(test.folder, 'log', '-1', '--format=%s', tags[0] ?? '').trim()).toBe(subject)
    expect(gitIn(test.folder, 'show', '--name-only', '--format=', 'HEAD').trim()).toBe(
      'packages/web/CHANGELOG.md',
    )
    expect(gitIn(test.folder, 'status', '--porcelain', '--untracked-files=no')).toBe('')
    const dry = (await post(test, 'release', { package: 'api', dry_run: true })).json()
    expect(dry).toMatchObject({ success: false, version: '1.3.0' })
  })

  it.each(['file', 'push'])('has idempotency keys of its own in the release mode %s', async (mode) => {
    const test = await make(TWO, { CHANGELOG_RELEASE_MODE: mode })
    const key = { 'idempotency-key': 'job-1' }
    const send = (name: string) => post(test, 'release', { version_bump: 'MINOR', package: name }, key)
    expect((await send('api')).json()).toMatchObject({ success: true, version: '1.3.0' })
    expect((await send('web')).json()).toMatchObject({ success: true, version: '2.1.0' })
    const again = await send('api')
    expect(again.json()).toMatchObject({ success: true, version: '1.3.0' })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(read(test, 'packages/api').match(/^## \[\d/gm)).toHaveLength(2)
  })

  it('is released once beside others at the same time', async () => {
    const test = await make(TWO, { CHANGELOG_RELEASE_MODE: 'push' })
    const add = (name: string, index: number) =>
      post(test, 'update', { package: name, changes: [{ type: 'Added', description: `n${index}` }] })
    const names = ['api', 'web']
    const updates = names.flatMap((name) => [1, 2, 3].map((index) => add(name, index)))
    const releases = names.flatMap((name) => [1, 2].map(() => post(test, 'release', { package: name })))
    const responses = await Promise.all([...updates, ...releases])
    expect(responses.map(({ statusCode, body }) => statusCode === 200 || body)).toEqual(Array(10).fill(true))
    for (const name of names) {
      const text = gitIn(test.folder, 'show', `origin/main:packages/${name}/CHANGELOG.md`)
      expect(text).toBe(read(test, `packages/${name}`))
      expect(text.match(/^- n\d$/gm)?.toSorted()).toEqual(['- n1', '- n2', '- n3'])
      expect(text.match(/^## \[\d/gm)).toHaveLength(2)
    }
  })
})

describe('the parameter package', () => {
  it.each([
    ['/api/changelog', HTTP_ERRORS.invalid_parameters],
    ['/api/changelog/latest', HTTP_ERRORS.invalid_parameters],
    ['/api/repository/changes', HTTP_ERRORS.invalid_parameters],
  ])('lists the known ones when it is unknown or missing in %s', async (path, error) => {
    const test = await make(TWO)
    const unknown = assertError(await get(test, `${path}?package=apo`), error)
    expect(unknown).toContain(`package: expected one of: ${NAMES}`)
    expect(assertError(await get(test, path), error)).toBe(`package: expected one of: ${NAMES}; got nothing`)
  })

  it('lists the known ones in the operations that write, and as a tool', async () => {
    const test = await make(TWO)
    for (const operation of ['update', 'release']) {
      for (const payload of [{ package: 'apo' }, {}]) {
        const message = assertError(await post(test, operation, payload), HTTP_ERRORS.invalid_body)
        expect(message).toContain(`package: expected one of: ${NAMES}; got`)
      }
    }
    const failed = await callTool(test, 'create_release', { version_bump: 'MINOR', package: 'apo' })
    expect(failed).toMatchObject({ isError: true })
    const { structuredContent } = await callTool(test, 'create_release', {
      version_bump: 'MINOR',
      package: 'api',
    })
    expect(structuredContent).toMatchObject({ version: '1.3.0' })
  })

  it('is in the document, the function definitions and the tools, and nowhere without packages', async () => {
    const test = await make(TWO)
    const { tools } = (await postMcp(test, rpc('tools/list'))).json().result
    for (const { inputSchema } of tools) expect(inputSchema.properties.package.enum).toEqual(['api', 'web'])
    const { functions } = (await get(test, '/api/functions')).json()
    for (const { parameters } of functions) {
      expect(parameters.properties.package.enum).toEqual(['api', 'web'])
      expect(parameters.required).toContain('package')
    }
    // Five operations, the packages of a release, and the example of a function definition.
    expect((await get(test, '/openapi.json')).body.match(/"enum":\["api","web"\]/g)).toHaveLength(7)
    const without = await makeApp({ changelog: logOf('1.0.0') })
    expect(
      assertError(await get(without, '/api/changelog?package=api'), HTTP_ERRORS.invalid_parameters),
    ).toBe('package: unknown parameter; expected one of: limit, offset')
  })
})

describe('CHANGELOG_PACKAGES', () => {
  it.each([
    [
      'api',
      {},
      'CHANGELOG_PACKAGES: expected <name>=<folder in the repository>, separated by commas; got "api"',
    ],
    ['api=../x', {}, 'got "api=../x"'],
    ['api=/x', {}, 'got "api=/x"'],
    ['api=a,', {}, 'got ""'],
    ['a b=x', {}, 'got "a b=x"'],
    ['api=a,api=b', {}, 'expected "api" once, got it twice'],
    ['api=a,web=a/', {}, 'expected "a" once, got it twice'],
    [
      'api=a',
      { CHANGELOG_TAG: 'x{version}' },
      'CHANGELOG_TAG: expected {package} in the name, got "x{version}"',
    ],
    ['a..b=a', {}, 'CHANGELOG_TAG: expected the name of a tag'],
  ])('%j is rejected at start', async (packages, environment, message) => {
    await expect(make(packages, environment)).rejects.toThrow(message)
  })
})

describe('several packages in one release', () => {
  const make2 = (environment: Record<string, string> = {}) =>
    make(TWO, { CHANGELOG_RELEASE_MODE: 'push', ...environment })
  const BOTH = {
    packages: [
      { package: 'api', version_bump: 'MINOR' },
      { package: 'web', version: '3.0.0' },
    ],
  }
  const origin = ({ folder }: TestApp, ...args: string[]) =>
    gitIn(folder, '--git-dir', join(folder, '.git/remote'), ...args).trim()

  it('are one commit with a tag for each, and the clone follows', async () => {
    const test = await make2()
    const { body } = await post(test, 'release', BOTH)
    expect(JSON.parse(body)).toEqual({
      success: true,
      version: 'api 1.3.0, web 3.0.0',
      message: 'Release created successfully',
      packages: [
        { package: 'api', version: '1.3.0', tag: 'api@1.3.0' },
        { package: 'web', version: '3.0.0', tag: 'web@3.0.0' },
      ],
      commit: origin(test, 'rev-parse', 'main'),
    })
    expect(origin(test, 'rev-list', '--count', 'main')).toBe('2')
    expect(origin(test, 'log', '-1', '--format=%s', 'main')).toBe('Release api 1.3.0, web 3.0.0')
    expect(origin(test, 'tag', '--points-at', 'main').split('\n')).toEqual(['api@1.3.0', 'web@3.0.0'])
    expect(origin(test, 'tag', '--list', '--format=%(contents:subject)')).toBe('Release 1.3.0\nRelease 3.0.0')
    expect(read(test, 'packages/api')).toContain('## [1.3.0] - 2026-11-21')
    expect(read(test, 'packages/web')).toContain('## [3.0.0] - 2026-11-21')
    expect(gitIn(test.folder, 'status', '--porcelain', '--untracked-files=no')).toBe('')
    expect(gitIn(test.folder, 'rev-parse', 'HEAD').trim()).toBe(origin(test, 'rev-parse', 'main'))
  })

  it('are all released or none', async () => {
    const test = await make2()
    await post(test, 'release', { package: 'api' })
    const before = origin(test, 'for-each-ref')
    expect((await post(test, 'release', BOTH)).json()).toEqual({
      success: false,
      version: 'api 1.2.1, web 2.0.0',
      message: 'Failed to create release',
      reason: expect.stringMatching(/^api: /),
    })
    gitIn(test.folder, '--git-dir', join(test.folder, '.git/remote'), 'tag', 'web@3.0.0', 'main')
    await post(test, 'update', { package: 'api', changes: [{ type: 'Added', description: 'new' }] })
    const tagged = origin(test, 'for-each-ref')
    assertError(await post(test, 'release', BOTH), GIT_ERRORS.tag_exists)
    expect(origin(test, 'for-each-ref')).toBe(tagged)
    expect(tagged).not.toBe(before)
  })

  it('are one release for a request that is repeated', async () => {
    const test = await make2()
    const key = { 'idempotency-key': 'a' }
    const [first, second] = await Promise.all([
      post(test, 'release', BOTH, key),
      post(test, 'release', BOTH, key),
    ])
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(origin(test, 'rev-list', '--count', 'main')).toBe('2')
    for (const packages of [BOTH.packages.slice(0, 1), BOTH.packages.slice(1), BOTH.packages.toReversed()])
      assertError(await post(test, 'release', { packages }, key), CHANGELOG_ERRORS.key_reused)
  })

  it('are released beside pushes of other clones', async () => {
    const test = await make2({ CHANGELOG_PUSH_ATTEMPTS: '30' })
    const add = (name: string) =>
      post(test, 'update', { package: name, changes: [{ type: 'Added', description: `of ${name}` }] })
    const other = join(test.folder, '.git/other')
    gitIn(test.folder, 'clone', '--quiet', '--branch=main', join(test.folder, '.git/remote'), other)
    const push = async () => {
      for (const _ of [1, 2, 3]) {
        gitIn(other, 'commit', '--quiet', '--allow-empty', '--message=other')
        gitIn(other, 'pull', '--quiet', '--rebase')
        gitIn(other, 'push', '--quiet')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const [released] = await Promise.all([post(test, 'release', BOTH), add('api'), add('web'), push()])
    expect(released.json()).toMatchObject({ success: true, version: 'api 1.3.0, web 3.0.0' })
    const log = origin(test, 'log', '--format=%s', 'main').split('\n').toSorted()
    expect(log).toEqual([
      ...[
        'Release api 1.3.0, web 3.0.0',
        'Update packages/api/CHANGELOG.md',
        'Update packages/web/CHANGELOG.md',
      ],
      ...['first', 'other', 'other', 'other'],
    ])
    for (const name of ['api', 'web'])
      expect(
        origin(test, 'show', `main:packages/${name}/CHANGELOG.md`)
          .match(/^- .*$/gm)
          ?.toSorted(),
      ).toEqual([`- of ${name}`, '- x', '- y'])
  })

  it('have templates for their message', async () => {
    const message = 'chore({package}): {versions} in {path}\\n\\nRef: 1'
    const test = await make2({ CHANGELOG_COMMIT_MESSAGE: message })
    await post(test, 'release', BOTH)
    expect(origin(test, 'log', '-1', '--format=%s', 'main')).toBe(
      'chore(api, web): api 1.3.0, web 3.0.0 in packages/api/CHANGELOG.md, packages/web/CHANGELOG.md',
    )
    expect(origin(test, 'tag', '--list', 'api*', '--format=%(contents:subject)')).toBe(
      'chore(api): api 1.3.0 in packages/api/CHANGELOG.md',
    )
  })

  it('are released as a tool', async () => {
    const test = await make2()
    const { structuredContent } = await callTool(test, 'create_release', { ...BOTH, idempotency_key: 'k' })
    expect(structuredContent).toMatchObject({ success: true, version: 'api 1.3.0, web 3.0.0' })
  })

  it('can be tried with a dry run', async () => {
    const test = await make2()
    const before = origin(test, 'for-each-ref')
    const dry = (await post(test, 'release', { ...BOTH, dry_run: true })).json()
    expect(dry).toMatchObject({
      success: true,
      version: 'api 1.3.0, web 3.0.0',
      git: { branch: 'main', message: 'Release api 1.3.0, web 3.0.0', remote: 'origin' },
    })
    expect(dry.diff).toMatch(/^--- a\/packages\/api[\s\S]*\n--- a\/packages\/web/)
    expect(origin(test, 'for-each-ref')).toBe(before)
  })

  it('are tried without the remote, and with the tags that exist', async () => {
    const test = await make2()
    gitIn(test.folder, '--git-dir', join(test.folder, '.git/remote'), 'tag', 'web@3.0.0', 'main')
    const dryRun = { ...BOTH, dry_run: true }
    assertError(await post(test, 'release', dryRun), GIT_ERRORS.tag_exists)
    gitIn(test.folder, '--git-dir', join(test.folder, '.git/remote'), 'tag', '-d', 'web@3.0.0')
    expect((await post(test, 'release', dryRun)).json()).toMatchObject({ success: true })
    gitIn(test.folder, 'remote', 'set-url', 'origin', '/nowhere')
    expect((await post(test, 'release', dryRun)).json()).toMatchObject({ success: true })
    assertError(await post(test, 'release', BOTH), GIT_ERRORS.unreachable_remote)
  })

  it.each([
    [{ ...BOTH, version_bump: 'MINOR' }, /^packages: expected no version_bump/],
    [{ ...BOTH, package: 'api' }, /^packages: expected no package/],
    [{ packages: [] }, /^packages: /],
    [{ packages: [{ package: 'apo' }] }, /^packages\[0\]\.package: expected one of: api, web/],
    [{ packages: [{ package: 'api' }, { package: 'api' }] }, /^packages: expected api once/],
    [
      { packages: [{ package: 'api', version: '1.3.0', prerelease: 'rc' }] },
      /^prerelease: cannot be combined with version/,
    ],
  ])('reject %j', async (payload, message) => {
    const test = await make2()
    expect(assertError(await post(test, 'release', payload), HTTP_ERRORS.invalid_body)).toMatch(message)
  })

  it('need no revision, and the release mode push', async () => {
    const ifMatch = { 'if-match': '"0"' }
    expect(
      assertError(await post(await make2(), 'release', BOTH, ifMatch), HTTP_ERRORS.invalid_body),
    ).toMatch('packages: expected no If-Match')
    for (const environment of [
      { CHANGELOG_RELEASE_MODE: 'file' },
      { CHANGELOG_RELEASE_MODE: 'commit' },
      { CHANGELOG_RELEASE_MODE: 'push', CHANGELOG_PUSH_BRANCH: 'release/{package}/{version}' },
    ]) {
      const test = await make(TWO, environment)
      const before = gitIn(test.folder, 'for-each-ref')
      const message = assertError(await post(test, 'release', BOTH), HTTP_ERRORS.invalid_body)
      expect(message).toContain(
        'packages: expected CHANGELOG_RELEASE_MODE=push, without CHANGELOG_PUSH_BRANCH',
      )
      const tool = await callTool(test, 'create_release', BOTH)
      expect(tool.content[0]?.text).toContain('CHANGELOG_RELEASE_MODE=push')
      expect(gitIn(test.folder, 'for-each-ref')).toBe(before)
    }
  })
})
