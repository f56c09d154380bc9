import { describe, expect, it } from 'vitest'
import { addCurlSamples } from './curl-samples.ts'

const CREDENTIAL = 'X-Key: $KEY'

/** Returns the command of one operation. */
function commandOf(path: string, operation: object): string {
  const document = addCurlSamples({ paths: { [path]: { get: operation } } }, CREDENTIAL)
  const { get } = document.paths[path] as { get: { 'x-codeSamples': [{ source: string }] } }
  return get['x-codeSamples'][0].source
}

const inPath = (name: string, example?: unknown) => ({ in: 'path', name, required: true, example })
const inQuery = (name: string, required: boolean, example?: unknown) => ({
  in: 'query',
  name,
  required,
  example,
})

describe('addCurlSamples', () => {
  it.each([
    ['no parameters', '/x', {}, "curl '{base-url}/x'"],
    [
      'a parameter of the path',
      '/x/{a}/y',
      { parameters: [inPath('a', 'b c')] },
      "curl '{base-url}/x/b%20c/y'",
    ],
    ['a parameter without an example', '/x/{a}', { parameters: [inPath('a')] }, "curl '{base-url}/x/a'"],
    [
      'required and optional parameters of the query',
      '/x',
      { parameters: [inQuery('a', true, ['*']), inQuery('b', false, '1'), inQuery('c', true, 'd&e')] },
      "curl '{base-url}/x?a=*&c=d%26e'",
    ],
    [
      'a header field that is required',
      '/x',
      { parameters: [{ in: 'header', name: 'a' }] },
      "curl '{base-url}/x'",
    ],
    ['a credential', '/x', { security: [{ key: [] }] }, `curl '{base-url}/x' \\\n  -H "${CREDENTIAL}"`],
    ['no security', '/x', { security: [] }, "curl '{base-url}/x'"],
    [
      'a body, whose apostrophe the shell keeps',
      '/x',
      { requestBody: { content: { 'application/json': { example: { a: "it's" } } } } },
      `curl '{base-url}/x' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "a": "it'\\''s"\n}'`,
    ],
    [
      'a body without an example',
      '/x',
      { requestBody: { content: { 'application/json': {} } } },
      "curl '{base-url}/x'",
    ],
  ])('renders a request with %s', (_name, path, operation, command) => {
    expect(commandOf(path, operation)).toBe(command)
  })

  it('puts the command of the first operation behind the first paragraph of the introduction', () => {
    const info = { description: 'One.\n\n## Two\n\nThree.' }
    addCurlSamples({ info, paths: { '/$&': { get: {} }, '/b': { get: {} } } })
    expect(info.description).toBe(
      "One.\n\n# First request\n\n```shell\ncurl '{base-url}/$&'\n```\n\n\n## Two\n\nThree.",
    )
  })

  it.each([{}, { paths: {} }])('leaves %j as it is', (document) => {
    expect(addCurlSamples(structuredClone(document))).toEqual(document)
  })
})
