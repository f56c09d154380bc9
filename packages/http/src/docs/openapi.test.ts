import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { makeOperation, makeService } from '../testing.ts'
import { moveDefaultsToDescriptions, repairDocument, shortenForReaders } from './openapi.ts'

/** Creates a document with one operation. */
function documentOf(operation: object) {
  return { paths: { '/x': { get: operation } } }
}

function bodyOf(...schemas: (object | undefined)[]) {
  const content = schemas.map((schema, index) => [`type/${index}`, schema === undefined ? {} : { schema }])
  return { required: true, content: Object.fromEntries(content) }
}

describe('repairDocument', () => {
  it.each([
    ['a number', { default: 5 }],
    ['false', { default: false }],
    ['zero', { default: 0 }],
    ['an empty string', { default: '' }],
  ])('marks a parameter as optional when its default is %s', (_name, schema) => {
    const document = documentOf({ parameters: [{ name: 'a', required: true, schema }] })
    expect(repairDocument(document)).toEqual(
      documentOf({ parameters: [{ name: 'a', required: false, schema }] }),
    )
  })

  it('leaves parameters without a default unchanged', () => {
    const parameters = [
      { name: 'a', required: true, schema: { type: 'string' } },
      { name: 'b', required: false, schema: { type: 'string' } },
      { name: 'c', required: true, schema: { default: undefined } },
      { name: 'd', required: true },
      { $ref: '#/components/parameters/e' },
    ]
    expect(repairDocument(documentOf({ parameters }))).toStrictEqual(
      documentOf({ parameters: structuredClone(parameters) }),
    )
  })

  it.each([
    ['no schema', false, [undefined]],
    ['no content', false, []],
    ['no required member', false, [{ type: 'object' }]],
    ['an empty list of required members', false, [{ required: [] }]],
    ['a required member', true, [{ required: ['a'] }]],
    ['a required member in one of its representations', true, [{ required: ['a'] }, {}]],
  ])('marks a body with %s as required: %s', (_name, required, schemas) => {
    const { paths } = repairDocument(documentOf({ requestBody: bodyOf(...schemas) })) as ReturnType<
      typeof documentOf
    >
    expect(paths['/x'].get).toEqual({ requestBody: { ...bodyOf(...schemas), required } })
  })

  it('marks a body without content as optional', () => {
    expect(repairDocument(documentOf({ requestBody: { required: true } }))).toEqual(
      documentOf({ requestBody: { required: false } }),
    )
  })

  it('lists path parameters first, then the required ones, and keeps the order otherwise', () => {
    const names = (document: object) =>
      (document as ReturnType<typeof documentOf>).paths['/x'].get as { parameters: { name: string }[] }
    const parameters = [
      { name: 'a' },
      { name: 'b', required: true, schema: { default: 1 } },
      { name: 'c', required: true },
      { name: 'd', required: false },
      { name: 'e', required: true },
      { name: 'f', in: 'path', required: true },
    ]
    const repaired = names(repairDocument(documentOf({ parameters })))
    expect(repaired.parameters.map(({ name }) => name)).toEqual(['f', 'c', 'e', 'a', 'b', 'd'])
  })

  it('corrects all operations of all paths in place', () => {
    const operation = () => ({ parameters: [{ required: true, schema: { default: 1 } }] })
    const document = {
      paths: { '/x': { get: operation(), post: operation() }, '/y': { get: operation() } },
    }
    expect(repairDocument(document)).toBe(document)
    const repaired = { parameters: [{ required: false, schema: { default: 1 } }] }
    expect(document).toEqual({ paths: { '/x': { get: repaired, post: repaired }, '/y': { get: repaired } } })
  })

  it.each([{}, { paths: {} }, { paths: { '/x': {} } }, documentOf({})])('leaves %j unchanged', (document) => {
    expect(repairDocument(structuredClone(document))).toStrictEqual(document)
    expect(moveDefaultsToDescriptions(structuredClone(document))).toStrictEqual(document)
  })
})

describe('the names of header fields', () => {
  it('have the capitals that people know, and other names are unchanged', () => {
    const parameters = [
      { in: 'header', name: 'if-match' },
      { in: 'query', name: 'page-size' },
    ]
    const document = documentOf({ parameters })
    repairDocument(document)
    expect(parameters.map(({ name }) => name)).toEqual(['If-Match', 'page-size'])
  })
})

describe('shortenForReaders', () => {
  it('keeps the content of the first error, and the content of other responses', () => {
    const content = { 'application/json': {} }
    const responses = { 200: { content }, 201: { content }, 404: { content }, 409: { content }, 503: {} }
    expect(shortenForReaders(documentOf({ responses }), {})).toEqual(
      documentOf({ responses: { 200: { content }, 201: { content }, 404: { content }, 409: {}, 503: {} } }),
    )
  })

  it.each([
    ['A; B; C', 'A; B; C'],
    ['A; B; C; D', 'A, or one of 3 other errors, which [Errors](errors) explains.'],
  ])('of the errors %j shows %j', (description, shown) => {
    const responses = { 400: { description } }
    shortenForReaders(documentOf({ responses }), {}, '[Errors](errors)')
    expect(responses[400].description).toBe(shown)
  })

  it.each([
    [Number.MAX_SAFE_INTEGER, undefined],
    [50, 50],
  ])('of the maximum %s of a parameter shows %s', (maximum, shown) => {
    const parameters = [{ in: 'query', name: 'a', schema: { minimum: 0, maximum } }]
    shortenForReaders(documentOf({ parameters }), {})
    expect(parameters[0]?.schema.maximum).toBe(shown)
  })
})

describe('moveDefaultsToDescriptions', () => {
  it.each([
    ['after the description', 'A size.', 5, 'A size. Default: `5`.'],
    ['when there is no description', undefined, 'x', 'Default: `x`.'],
    ['when it is false', 'A flag.', false, 'A flag. Default: `false`.'],
  ])('writes the default %s', (_name, description, value, moved) => {
    const parameter = { ...(description && { description }), schema: { type: 'x', default: value } }
    expect(moveDefaultsToDescriptions(documentOf({ parameters: [parameter] }))).toStrictEqual(
      documentOf({ parameters: [{ description: moved, schema: { type: 'x' } }] }),
    )
  })

  it('leaves parameters without a default unchanged', () => {
    const parameters = [
      { name: 'a', description: 'A size.', schema: { type: 'integer' } },
      { name: 'b', schema: {} },
      { name: 'c' },
    ]
    expect(moveDefaultsToDescriptions(documentOf({ parameters }))).toStrictEqual(
      documentOf({ parameters: structuredClone(parameters) }),
    )
  })

  it('moves the defaults of all operations in place', () => {
    const operation = () => ({ parameters: [{ schema: {} }, { schema: { default: 1 } }] })
    const document = { paths: { '/x': { get: operation(), post: {} }, '/y': { get: operation() } } }
    expect(moveDefaultsToDescriptions(document)).toBe(document)
    const moved = { parameters: [{ schema: {} }, { description: 'Default: `1`.', schema: {} }] }
    expect(document).toStrictEqual({ paths: { '/x': { get: moved, post: {} }, '/y': { get: moved } } })
  })
})

describe('the OpenAPI document of a service', () => {
  let app: Service
  afterEach(() => app.close())

  it('marks parameters with a default and bodies without required members as optional', async () => {
    const query = Type.Object({ a: Type.Integer({ default: 1 }), b: Type.Integer() })
    const result = { description: 'x', schema: Type.Object({}) }
    const post = { method: 'POST', path: '/post', id: 'post', result } as const
    app = await makeService({
      operations: [
        makeOperation({ input: { query }, result }),
        makeOperation({ ...post, input: { body: Type.Object({ a: Type.Optional(Type.Integer()) }) } }),
        makeOperation({ ...post, path: '/strict', id: 'strict', input: { body: query } }),
      ],
      maxBodyBytes: 1000,
    })
    const { paths } = (await app.inject('/openapi.json')).json()
    expect(paths['/test'].get.parameters).toMatchObject([
      { name: 'b', required: true },
      { name: 'a', required: false, schema: { default: 1 } },
    ])
    expect(paths['/post'].post.requestBody.required).toBe(false)
    expect(paths['/strict'].post.requestBody.required).toBe(true)
  })
})
