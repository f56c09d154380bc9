// Tests `CHANGELOG_ENTRY_TYPES` with everything that has the types: operations, documents, function definitions and tools.
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { callTool, postMcp, rpc } from './mcp/testing.ts'
import { assertError, KEYS, makeApp, type TestApp } from './testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Changed\n\n- c\n\n## [1.2.0] - 2020-01-01\n\n- y\n'
const DEFAULT = ['Added', 'Changed', 'Removed']
const ALL = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

const make = (types?: string) =>
  makeApp({ changelog: LOG, ...(types !== undefined && { environment: { CHANGELOG_ENTRY_TYPES: types } }) })

function post({ app }: TestApp, types: readonly string[]) {
  const changes = types.map((type) => ({ type, description: type.toLowerCase() }))
  const headers = { 'x-api-key': KEYS.all }
  return app.inject({ method: 'POST', url: '/api/changelog/update', headers, payload: { changes } })
}

/** Lists the enumerations of types in a value, such as a document. */
const listEnums = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"enum":(\["Added".*?\])/g)].map(([, json = '']) => JSON.parse(json))

describe.each([
  ['without a setting', undefined, DEFAULT],
  ['with the six types', ALL.join(), ALL],
  ['with types in another order and case', ' security ,Fixed,ADDED', ['Added', 'Fixed', 'Security']],
])('the types of new entries %s', (_name, setting, types) => {
  it('are accepted, each under its heading, in the order of Keep a Changelog', async () => {
    const test = await make(setting)
    const response = await post(test, types.toReversed())
    expect(response.statusCode, response.body).toBe(200)
    const headings = [...test.readFile().matchAll(/^### (\w+)\n\n(?:- .+\n)*- (\w+)$/gm)]
    expect(headings.map(([, heading, last]) => [heading, last])).toEqual(
      ALL.filter((type) => types.includes(type) || type === 'Changed').map((type) => [
        type,
        types.includes(type) ? type.toLowerCase() : 'c',
      ]),
    )
  })

  it('are the only ones, over HTTP and as a tool', async () => {
    const test = await make(setting)
    for (const type of ['Improved', ...ALL.filter((one) => !types.includes(one))]) {
      const changes = [{ type, description: 'x' }]
      const message = `changes[0].type: expected one of: ${types.join(', ')}; got "${type}"`
      expect(assertError(await post(test, [type]), HTTP_ERRORS.invalid_body)).toBe(message)
      const { isError, content } = await callTool(test, 'update_changelog', { changes })
      expect(isError).toBe(true)
      expect(content[0]?.text).toContain(message)
    }
    expect(test.readFile()).toBe(LOG)
  })

  it('are in the document, the function definitions and the tools', async () => {
    const test = await make(setting)
    const get = async (url: string) =>
      (await test.app.inject({ url, headers: { 'x-api-key': KEYS.all } })).json()
    const { paths } = await get('/openapi.json')
    expect(listEnums(paths['/api/changelog/update'].post.requestBody)).toEqual([types])
    expect(listEnums((await get('/api/functions')).functions)).toContainEqual(types)
    const { tools } = (await postMcp(test, rpc('tools/list'))).json().result
    const tool = tools.find(({ name }: { name: string }) => name === 'update_changelog')
    expect(listEnums(tool)).toEqual([types])
  })
})

describe('CHANGELOG_ENTRY_TYPES', () => {
  it.each([
    ['Added,Improved', '"Improved"'],
    ['Added,', '""'],
    [' ', '""'],
  ])('rejects %j at start', async (types, got) => {
    await expect(make(types)).rejects.toThrow(
      `CHANGELOG_ENTRY_TYPES: expected one or more of: ${ALL.join(', ')}, separated by commas; got ${got}`,
    )
  })
})

it('an entry is added to a category with another name of its type', async () => {
  const changelog = LOG.replace('### Changed\n\n- c', '### Bug Fixes\n\n- c')
  const test = await makeApp({ changelog, environment: { CHANGELOG_ENTRY_TYPES: ALL.join() } })
  await post(test, ['Fixed'])
  expect(test.readFile()).toBe(changelog.replace('- c\n', '- c\n- fixed\n'))
})
