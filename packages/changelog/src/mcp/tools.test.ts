import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { createLogger } from '@qb/http'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { gitIn, KEYS, makeApp, OPERATIONS, type TestApp } from '../testing.ts'
import { callTool, postMcp, rpc, toolCall } from './testing.ts'
import { MAX_RESULT_BYTES } from './tools.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'
const UPDATE = { changes: [{ type: 'Added', description: 'new' }] }
const CASES = [
  ['update_changelog', 'update', UPDATE, /^- new$/gm],
  ['create_release', 'release', { version_bump: 'MINOR' }, /^## \[1\.3\.0\]/gm],
] as const

interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] }
  readonly outputSchema: object
  readonly annotations: object
}

async function listTools(test: TestApp): Promise<readonly ListedTool[]> {
  return (await postMcp(test, rpc('tools/list'))).json().result.tools
}

async function findTool(test: TestApp, name: string): Promise<ListedTool> {
  return (await listTools(test)).find((tool) => tool.name === name) ?? expect.unreachable()
}

const postHttp = ({ app }: TestApp, operation: string, payload: object, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all, ...headers },
    payload,
  })

describe('the tools', () => {
  it('are the functions, with their names, descriptions, and required parameters without an alternative', async () => {
    const test = await makeApp()
    const response = await test.app.inject({ url: '/api/functions', headers: { 'x-api-key': KEYS.all } })
    const { functions } = response.json()
    expect(
      (await listTools(test)).map(({ name, description, inputSchema }) => [
        name,
        description,
        inputSchema.required ?? [],
      ]),
    ).toEqual(
      functions.map(({ name, description, parameters }: Record<string, { required?: string[] }>) => [
        name,
        description,
        parameters?.required?.filter((member) => member !== 'version_bump') ?? [],
      ]),
    )
  })

  it('have the title of their operation', async () => {
    const titles = (await listTools(await makeApp())).map(({ title }) => title)
    expect(OPERATIONS.map(({ summary }) => summary)).toEqual(expect.arrayContaining(titles))
  })

  it('accept the parameters of their operation, and arguments for the header fields', async () => {
    const tools = await listTools(await makeApp())
    expect(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties).toSorted())).toEqual([
      ['since'],
      ['changes', 'dry_run', 'escape', 'idempotency_key', 'if_match'],
      ['dry_run', 'idempotency_key', 'if_match', 'prerelease', 'version', 'version_bump'],
    ])
  })

  it('say whether they only read, and whether they destroy', async () => {
    const annotations = (await listTools(await makeApp())).map((tool) => tool.annotations)
    const expected = (readOnlyHint: boolean, destructiveHint: boolean) => ({
      readOnlyHint,
      destructiveHint,
      idempotentHint: readOnlyHint,
      openWorldHint: false,
    })
    expect(annotations).toEqual([expected(true, false), expected(false, false), expected(false, true)])
  })

  it('require arguments that are not null', async () => {
    const result = await callTool(await makeApp(), 'create_release', { version_bump: null })
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toContain('version_bump')
  })

  it('have schemas without references', async () => {
    const json = JSON.stringify(await listTools(await makeApp()))
    expect(json).not.toMatch(/"\$(?:ref|id)"/)
    expect(json).toContain('"enum":["Documentation"')
  })
})

describe('a result', () => {
  it.each([
    ['get_repository_changes', {}],
    ['get_repository_changes', { since: 'root' }],
    ['get_repository_changes', { since: null }],
    ['update_changelog', { ...UPDATE, dry_run: null, escape: null, if_match: null, idempotency_key: null }],
    ['update_changelog', UPDATE],
    ['update_changelog', { ...UPDATE, dry_run: true }],
    ['update_changelog', { ...UPDATE, escape: true }],
    ['create_release', { version_bump: 'MINOR' }],
    ['create_release', { version_bump: 'MINOR', dry_run: true }],
  ])('of %s with %j is valid and is text, too', async (name, args) => {
    const test = await makeApp({
      changelog: LOG,
      arrange: (folder) => {
        gitIn(folder, 'init', '--quiet', '--initial-branch=main')
        gitIn(folder, 'add', '--all')
        gitIn(folder, 'commit', '--quiet', '--message=first')
        writeFileSync(join(folder, 'new.txt'), '')
      },
      environment: { CHANGELOG_RELEASE_MODE: 'commit' },
    })
    const { isError, content, structuredContent } = await callTool(test, name, args)
    expect(isError, content[0]?.text).toBeUndefined()
    const ajv = new Ajv()
    const isValid = ajv.validate((await findTool(test, name)).outputSchema, structuredContent)
    expect(isValid, ajv.errorsText()).toBe(true)
    expect(content).toHaveLength(1)
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
  })

  it('is the body and the header fields of the response of the operation', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const [name, operation, args] of CASES) {
      const response = await postHttp(test, operation, { ...args, dry_run: true }, {})
      const { structuredContent } = await callTool(test, name, { ...args, dry_run: true })
      const revision = JSON.parse(String(response.headers.etag))
      expect(structuredContent).toEqual({ ...response.json(), revision })
    }
  })

  it('contains the base of the changes', async () => {
    const test = await makeApp({ arrange: (folder) => void gitIn(folder, 'init', '--quiet') })
    const headers = { 'x-api-key': KEYS.all }
    const response = await test.app.inject({ url: '/api/repository/changes', headers })
    const { structuredContent } = await callTool(test, 'get_repository_changes')
    expect(structuredContent).toEqual({
      ...response.json(),
      changes_base: response.headers['changes-base'],
    })
  })

  it('without a release is no error', async () => {
    const test = await makeApp({ changelog: '# Log\n\n## [Unreleased]\n' })
    const { isError, structuredContent } = await callTool(test, 'create_release', { version_bump: 'MAJOR' })
    expect(isError).toBeUndefined()
    expect(structuredContent).toMatchObject({ success: false, reason: expect.any(String) })
  })
})

describe('an error', () => {
  it.each([
    ['update_changelog', {}, 'changes: expected an array, got nothing'],
    [
      'update_changelog',
      { changes: [{ type: 'Fixed', description: '' }] },
      'changes[0].type: expected one of: Added',
    ],
    ['update_changelog', { ...UPDATE, chnages: [] }, 'chnages: unknown member; expected one of: changes'],
    ['update_changelog', { ...UPDATE, idempotency_key: 'a b' }, 'idempotency_key: expected 1 to 255'],
    ['update_changelog', { ...UPDATE, dry_run: 'yes' }, 'dry_run: expected true or false, got "yes"'],
    ['create_release', {}, 'version_bump: expected version_bump or version, got nothing'],
    ['get_repository_changes', { since: 1 }, 'since: expected a string, got 1'],
  ])('of %s with %j names the argument', async (name, args, message) => {
    const test = await makeApp({ changelog: LOG })
    const { isError, content, structuredContent } = await callTool(test, name, args)
    expect(isError).toBe(true)
    expect(content[0]?.text).toContain(`http/invalid_parameters: ${message}`)
    expect(structuredContent).toBeUndefined()
    expect(test.readFile()).toBe(LOG)
  })

  it('of an operation has its code and its message', async () => {
    const test = await makeApp({ changelog: LOG })
    const args = { changes: [{ type: 'Added', description: '# x' }] }
    const response = await postHttp(test, 'update', args, {})
    const { isError, content } = await callTool(test, 'update_changelog', args)
    expect(isError).toBe(true)
    expect(content[0]?.text).toBe(`${CHANGELOG_ERRORS.invalid_description.code}: ${response.json().error}`)
  })

  it('says that a result is too large, and how to get it', async () => {
    const content = { value: { diff: 'x'.repeat(MAX_RESULT_BYTES - 10) } }
    const operations = OPERATIONS.map((operation) =>
      operation.id === 'getRepositoryChanges'
        ? { ...operation, run: async () => ({ cache: 'none', content }) }
        : operation,
    ) as unknown as typeof OPERATIONS
    const result = await callTool(await makeApp({ operations }), 'get_repository_changes')
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toBe(
      'mcp/result_too_large: expected a result of at most 524288 bytes, got 524289; use arguments that select less, or GET /api/repository/changes',
    )
  })

  it('of the machine is logged, and its cause is not sent', async () => {
    const lines: string[] = []
    const logger = createLogger('test', 'error', { write: (line) => void lines.push(line) })
    const operations = OPERATIONS.map((operation) =>
      operation.id === 'getRepositoryChanges'
        ? { ...operation, run: () => Promise.reject(new Error('a secret path')) }
        : operation,
    ) as typeof OPERATIONS
    const test = await makeApp({ logger, operations })
    const response = await postMcp(test, toolCall('get_repository_changes'))
    const { isError, content } = response.json().result
    expect(isError).toBe(true)
    expect(content[0].text).toBe(
      `http/internal: The cause is in the log under request id ${response.headers['x-request-id']}.`,
    )
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reqId: response.headers['x-request-id'],
      method: 'POST',
      path: '/mcp',
      err: { message: 'a secret path' },
    })
  })
})

describe.each(CASES)('%s', (name, operation, args, effect) => {
  it('writes nothing in a dry run', async () => {
    const test = await makeApp({ changelog: LOG })
    const { structuredContent } = await callTool(test, name, { ...args, dry_run: true })
    expect(structuredContent).toMatchObject({ dry_run: true, diff: expect.stringMatching(/^\+/m) })
    expect(test.readFile()).toBe(LOG)
  })

  it('takes effect once with a key', async () => {
    const test = await makeApp({ changelog: LOG })
    const call = () => callTool(test, name, { ...args, idempotency_key: 'k' })
    const [first, second] = [await call(), await call()]
    expect(first.structuredContent).not.toHaveProperty('idempotency_replayed')
    expect(second.structuredContent).toEqual({ ...first.structuredContent, idempotency_replayed: true })
    expect(test.readFile().match(effect)).toHaveLength(1)
  })

  it('is the same request as one to its operation with the key', async () => {
    const test = await makeApp({ changelog: LOG })
    const { revision } = (await callTool(test, name, { ...args, dry_run: true })).structuredContent ?? {}
    const variants: readonly (readonly [Record<string, string>, object])[] = [
      [{}, {}],
      [{ 'if-match': `"${revision}"` }, { if_match: revision }],
    ]
    for (const [index, [headers, extra]] of variants.entries()) {
      writeFileSync(join(test.folder, 'CHANGELOG.md'), LOG)
      const key = `k${index}`
      const response = await postHttp(test, operation, args, { ...headers, 'idempotency-key': key })
      expect(response.statusCode).toBe(200)
      const { structuredContent } = await callTool(test, name, {
        ...args,
        ...extra,
        idempotency_key: `"${key}"`,
      })
      expect(structuredContent).toMatchObject({ ...response.json(), idempotency_replayed: true })
      expect(test.readFile().match(effect)).toHaveLength(1)
    }
  })

  it('rejects a key with other arguments, and a key of another caller is another key', async () => {
    const test = await makeApp({ changelog: LOG })
    const keyed = { ...args, idempotency_key: 'k' }
    await callTool(test, name, keyed)
    const { isError, content } = await callTool(test, name, { ...keyed, if_match: '*' })
    expect(isError).toBe(true)
    expect(content[0]?.text).toMatch(/^changelog\/key_reused: /)
    const scope = operation === 'update' ? 'changelog:write' : 'release:create'
    const other = await callTool(test, name, keyed, KEYS[scope])
    expect(other.structuredContent).not.toHaveProperty('idempotency_replayed')
  })

  it('compares the revision', async () => {
    const test = await makeApp({ changelog: LOG })
    const stale = await callTool(test, name, { ...args, if_match: '0' })
    expect(stale.content[0]?.text).toMatch(/^changelog\/precondition_failed: /)
    expect(test.readFile()).toBe(LOG)
    const { revision } = (await callTool(test, name, { ...args, dry_run: true })).structuredContent ?? {}
    const current = await callTool(test, name, { ...args, if_match: revision })
    expect(current.isError).toBeUndefined()
    expect(readFileSync(join(test.folder, 'CHANGELOG.md'), 'utf8').match(effect)).toHaveLength(1)
    const quoted = JSON.stringify(current.structuredContent?.revision)
    expect((await callTool(test, name, { ...args, if_match: quoted })).isError).toBeUndefined()
  })
})
