import { type TObject, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { assertProblem, makeOperation, makeService } from '../testing.ts'
import { MAX_ISSUES } from './issues.ts'
import { compileQueryValidator, parseQuery } from './query.ts'
import { stringEnum } from './schemas.ts'

const CLOSED = { additionalProperties: false }

const schema = Type.Object(
  {
    q: Type.String({ minLength: 1 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    random: Type.Optional(Type.Boolean()),
    order: Type.Optional(stringEnum(['asc', 'desc'])),
    tag: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 2 })),
  },
  CLOSED,
)

/** Parses and validates a query string. */
function read(query: string, type: TObject = schema) {
  return compileQueryValidator(new Ajv(), type)(parseQuery(query))
}

/** Parses and validates a query string, and returns the error, or fails when it is valid. */
function findError(query: string, type: TObject = schema) {
  const result = read(query, type)
  if (!('error' in result)) throw new Error(`expected an error for ${query}`)
  return result.error
}

describe('parseQuery', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=x+y', { a: 'x y' }],
    ['a=x%2By', { a: 'x+y' }],
    ['a=%C3%A4', { a: 'ä' }],
    ['%C3%A4=a%26b', { ä: 'a&b' }],
    ['a=b=c', { a: 'b=c' }],
  ])('parses %j', (query, values) => {
    expect({ ...parseQuery(query) }).toEqual(values)
  })

  it('keeps names of Object', () => {
    expect(Object.entries(parseQuery('__proto__=1&toString=2'))).toEqual([
      ['__proto__', '1'],
      ['toString', '2'],
    ])
  })

  it.each(['a=%', 'a=%f', 'a=%zz', 'a=%ff', '%ff=1', 'a=%C3', 'a=1&b=%C3%A4&c=%ED%A0%80'])(
    'does not throw for %j, which cannot be decoded',
    (query) => {
      expect(Object.keys(parseQuery(query))).toEqual([])
      expect(findError(query).code).toBe('http/malformed_url')
    },
  )
})

describe('compileQueryValidator', () => {
  it.each([
    ['q=x', { q: 'x' }],
    ['q=5', { q: '5' }],
    ['q=%25', { q: '%' }],
    ['limit=50&q=x', { q: 'x', limit: 50 }],
    ['q=x&random=TRUE&order=asc', { q: 'x', random: true, order: 'asc' }],
    ['q=x&random=0', { q: 'x', random: false }],
    ['q=x&tag=a', { q: 'x', tag: ['a'] }],
    ['q=x&tag=a&tag=b', { q: 'x', tag: ['a', 'b'] }],
  ])('converts the values of %j', (query, value) => {
    const result = read(query)
    expect(result).toEqual({ value: expect.anything() })
    expect({ ...(result as { value: object }).value }).toEqual(value)
  })

  it.each([
    ['', 'q', 'expected a string of at least 1 characters, got nothing'],
    ['q=', 'q', 'got ""'],
    ['q=x&q=y', 'q', 'expected one value, got 2'],
    ['q=x&limit=0', 'limit', 'expected an integer from 1 to 50, got "0"'],
    ['q=x&limit=', 'limit', 'got ""'],
    ['q=x&limit=05', 'limit', 'got "05"'],
    ['q=x&limit=5&limit=5&limit=5', 'limit', 'expected one value, got 3'],
    ['q=x&random=maybe', 'random', 'expected true, false, 1 or 0, got "maybe"'],
    ['q=x&order=up', 'order', 'expected one of: asc, desc; got "up"'],
    ['q=x&tag=a&tag=b&tag=c', 'tag', 'expected at most 2 values, each a string of at least 1 characters'],
    ['q=x&tag=a&tag=', 'tag', 'got ["a",""]'],
    ['q=x&tag=', 'tag', 'got ""'],
    ['q=x&page=2', 'page', 'unknown parameter; expected one of: q, limit, random, order, tag'],
    ['q=x&Limit=2', 'Limit', 'unknown parameter'],
    ['q=x&page=2&page=3', 'page', 'unknown parameter'],
    ['q=x&__proto__=1', '__proto__', 'unknown parameter'],
    ['q=x&toString=1', 'toString', 'unknown parameter'],
    ['q=x&constructor=1&constructor=2', 'constructor', 'unknown parameter'],
    ['q=x&=1', '', 'unknown parameter'],
  ])('names the parameter of %j', (query, parameter, message) => {
    const { code, issues } = findError(query)
    expect(code).toBe('http/invalid_parameters')
    expect(issues).toEqual([{ parameter, message: expect.stringContaining(message) }])
  })

  it('expects no parameters when the schema has none', () => {
    const { issues } = findError('a=1', Type.Object({}, CLOSED))
    expect(issues).toEqual([{ parameter: 'a', message: 'unknown parameter; expected no parameters' }])
  })

  it('gives the example of a required parameter that is missing', () => {
    const type = Type.Object({ tag: Type.Array(Type.String(), { examples: [['*']], maxItems: 2 }) }, CLOSED)
    const message = 'expected at most 2 values, each a string, got nothing. Example: tag=*'
    expect(findError('', type).issues).toEqual([{ parameter: 'tag', message }])
    expect(findError('tag=a&tag=b&tag=c', type).message).not.toContain('Example')
  })

  it('accepts only queries without parameters when the schema has none', () => {
    expect(read('', Type.Object({}, CLOSED))).toHaveProperty('value')
  })

  it('does not report the optional parameters that are missing', () => {
    const type = Type.Object({ a: Type.Optional(Type.Integer()), b: Type.Optional(Type.Integer()) }, CLOSED)
    expect(findError('b=x', type).issues.map(({ parameter }) => parameter)).toEqual(['b'])
  })

  it('reports the parameters in the order of the schema, and then the unknown parameters', () => {
    const { issues } = findError('z=1&random=x&limit=y&a=2&tag=t')
    expect(issues.map(({ parameter }) => parameter)).toEqual(['q', 'limit', 'random', 'z', 'a'])
  })

  it('reports only the first issues', () => {
    const query = Array.from({ length: 1000 }, (_, index) => `p${index}=1`).join('&')
    expect(findError(`q=x&${query}`).issues).toHaveLength(MAX_ISSUES)
  })
})

describe('the query of a request', () => {
  let app: Service
  beforeAll(async () => {
    const echo = makeOperation({
      input: { query: schema },
      run: (input) => ({ cache: 'none', content: { value: input } }),
    })
    app = await makeService({ operations: [echo] })
  })
  afterAll(() => app.close())

  async function get(url: string) {
    const { statusCode: status, headers, body } = await app.inject(url)
    return { status, body, contentType: headers['content-type'] as string | undefined }
  }

  it('is converted by the schema', async () => {
    const { status, body } = await get('/test?q=a+b%20c&limit=5&random=1&tag=t')
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual({ q: 'a b c', limit: 5, random: true, tag: ['t'] })
  })

  it.each([
    ['', HTTP_ERRORS.invalid_parameters],
    ['?q=x&limit=51', HTTP_ERRORS.invalid_parameters],
    ['?q=x&page=1', HTTP_ERRORS.invalid_parameters],
    ['?q=%', HTTP_ERRORS.malformed_url],
    ['?q=%ff', HTTP_ERRORS.malformed_url],
    ['?q=x&%ff=1', HTTP_ERRORS.malformed_url],
  ])('is rejected when it is %j', async (query, definition) => {
    assertProblem(await get(`/test${query}`), definition)
  })
})
