// Tests `CHANGELOG_PACKAGES` with everything that has packages: operations, tools, documents, tags and lists of changes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
    // Five operations, and the example of a function definition.
    expect((await get(test, '/openapi.json')).body.match(/"enum":\["api","web"\]/g)).toHaveLength(6)
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
