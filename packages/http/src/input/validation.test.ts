import { Type } from '@sinclair/typebox'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { makeOperation, makeService } from '../testing.ts'
import { ref } from './schemas.ts'
import { compileInput, validateStrictly } from './validation.ts'

const CLOSED = { additionalProperties: false }

let app: FastifyInstance
afterEach(() => app.close())

describe('validateStrictly', () => {
  it('validates query and body by their own rules', async () => {
    app = await makeService({
      operations: [
        makeOperation({
          method: 'POST',
          input: {
            query: Type.Object({ n: Type.Integer() }, CLOSED),
            body: Type.Object({ n: Type.Integer() }, CLOSED),
          },
        }),
      ],
      maxBodyBytes: 1000,
    })
    const post = async (n: string, payload: object) =>
      (await app.inject({ method: 'POST', url: `/test?n=${n}`, payload })).json()
    expect(await post('1', { n: 1 })).toEqual({})
    expect(await post('1', { n: '1' })).toMatchObject({
      title: 'Invalid body',
      errors: [{ parameter: 'n', message: 'expected an integer, got "1"' }],
    })
    expect(await post('x', { n: 1 })).toMatchObject({
      title: 'Invalid parameters',
      errors: [{ parameter: 'n', message: 'expected an integer, got "x"' }],
    })
    expect(await post('1', { n: 1, m: 2 })).toMatchObject({ errors: [{ parameter: 'm' }] })
  })

  it('validates path parameters without conversion', async () => {
    app = fastify()
    validateStrictly(app, [])
    const params = Type.Object({ id: Type.String({ pattern: '^[a-z]+$' }) })
    app.get('/strings/:id', { schema: { params } }, (request) => request.params)
    const integers = Type.Object({ id: Type.Integer() })
    app.get('/integers/:id', { schema: { params: integers } }, (request) => request.params)
    expect((await app.inject('/strings/abc')).json()).toEqual({ id: 'abc' })
    expect((await app.inject('/strings/5')).json()).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('params/id must match pattern'),
    })
    expect((await app.inject('/integers/5')).json()).toMatchObject({
      statusCode: 400,
      message: 'params/id must be integer',
    })
  })

  it('resolves references to the schemas of an operation', async () => {
    const Size = Type.Integer({ $id: 'Size', minimum: 1 })
    const Part = Type.Object({ size: ref(Size) }, { $id: 'Part', ...CLOSED })
    const body = Type.Object({ part: ref(Part) }, CLOSED)
    app = await makeService({
      operations: [
        makeOperation({
          method: 'POST',
          input: { body },
          result: { description: 'x', schema: Type.Object({}) },
          schemas: [Size, Part],
        }),
      ],
      maxBodyBytes: 1000,
    })
    const post = async (part: object) =>
      (await app.inject({ method: 'POST', url: '/test', payload: { part } })).json()
    expect(await post({ size: 1 })).toEqual({})
    expect(await post({ size: 0 })).toMatchObject({ status: 400, errors: [{ parameter: 'part' }] })
    expect(await post({ size: 1, more: 2 })).toMatchObject({ status: 400, errors: [{ parameter: 'part' }] })
    expect(app.swagger()).toMatchObject({
      components: { schemas: { Size: { minimum: 1 }, Part: { type: 'object' } } },
    })
  })

  it.each([
    ['an unknown keyword', Type.Object({}, { maximumItems: 1 }), 'unknown keyword: "maximumItems"'],
    [
      'a required member without a schema',
      Type.Unsafe({ type: 'object', properties: {}, required: ['a'] }),
      'required property "a" is not defined',
    ],
  ])('rejects a schema with %s', async (_name, querystring, message) => {
    app = fastify()
    validateStrictly(app, [])
    app.get('/', { schema: { querystring } }, () => ({}))
    await expect(app.ready()).rejects.toThrow(message)
  })

  it('does not serialise responses by their schema', async () => {
    app = fastify()
    validateStrictly(app, [])
    const response = { 200: Type.Object({ a: Type.String() }, CLOSED) }
    app.get('/', { schema: { response } }, () => ({ a: 1, b: [2] }))
    expect((await app.inject('/')).json()).toEqual({ a: 1, b: [2] })
  })
})

it('compileInput rejects a value with the issues of invalid parameters', async () => {
  app = fastify()
  const validate = compileInput(Type.Object({ n: Type.Integer() }, CLOSED))
  const value = { n: 1 }
  expect(validate(value)).toBe(value)
  expect(() => validate({ n: '1', m: 1 })).toThrow(
    expect.objectContaining({
      code: 'http/invalid_parameters',
      message: 'n: expected an integer, got "1"; m: unknown member; expected one of: n',
    }),
  )
})
