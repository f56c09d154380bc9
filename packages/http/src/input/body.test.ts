import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { assertProblem, makeOperation, makeService } from '../testing.ts'
import { compileBodyValidator } from './body.ts'
import { MAX_ISSUES } from './issues.ts'
import { stringEnum } from './schemas.ts'

const CLOSED = { additionalProperties: false }

const Change = Type.Object({ type: stringEnum(['add', 'fix']), note: Type.Optional(Type.String()) }, CLOSED)
const schema = Type.Object(
  {
    name: Type.String(),
    size: Type.Optional(Type.Integer({ minimum: 1 })),
    draft: Type.Optional(Type.Boolean()),
    owner: Type.Optional(Type.Object({ id: Type.Integer() }, CLOSED)),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    names: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    changes: Type.Optional(Type.Array(Change)),
    nothing: Type.Optional(Type.Object({}, CLOSED)),
  },
  CLOSED,
)
const ALL_MEMBERS = 'name, size, draft, owner, tags, names, changes, nothing'

/** Validates a body and returns the error, or fails when the body is valid. */
function findError(body: unknown, type: TSchema = schema) {
  const result = compileBodyValidator(new Ajv(), type)(body)
  if (!('error' in result)) throw new Error(`expected an error for ${JSON.stringify(body)}`)
  return result.error
}

describe('the bytes of a body', () => {
  const body = Type.Object({ name: Type.String() }, CLOSED)
  const send = async (headers: Record<string, string>, payload: Buffer | string) => {
    const operation = makeOperation({ method: 'POST', input: { body } })
    const service = await makeService({ operations: [operation], maxBodyBytes: 1000 })
    const type = { 'content-type': 'application/json' }
    const request = {
      method: 'POST',
      url: operation.path,
      headers: { ...type, ...headers },
      payload,
    } as const
    const { statusCode, headers: received, body: text } = await service.inject(request)
    return { status: statusCode, contentType: received['content-type'] as string, body: text }
  }
  const typed = (parameters: string) => ({ 'content-type': `application/json${parameters}` })

  it.each([
    [typed('; charset=utf-8')],
    [typed(';charset="UTF-8"')],
    [typed('; charset=utf8')],
    [typed('; charset=us-ascii')],
    [{ 'content-encoding': 'identity' }],
  ])('can have the header fields %j', async (headers) => {
    expect((await send(headers, '{"name":"größe"}')).status).toBe(200)
  })

  it.each([
    [typed('; charset=utf-16'), 'expected the charset utf-8, got "utf-16"'],
    [typed(';charset="iso-8859-1"'), 'expected the charset utf-8, got "iso-8859-1"'],
    [typed('; charset=utf-8; charset=utf-16'), 'expected the charset utf-8, got "utf-16"'],
    [{ 'content-encoding': 'gzip' }, 'expected a body without Content-Encoding, got "gzip"'],
    [{ 'content-encoding': 'identity, br' }, 'expected a body without Content-Encoding'],
    [{ 'content-encoding': 'x' }, 'expected a body without Content-Encoding'],
  ])('cannot have the header fields %j', async (headers, detail) => {
    const response = await send(headers, '{"name":"x"}')
    assertProblem(response, HTTP_ERRORS.unsupported_media_type)
    expect(JSON.parse(response.body).detail).toContain(detail)
  })

  it.each(['ff', 'c3', 'c080', 'eda080', 'f4908080'])('must not contain the bytes %s', async (hex) => {
    const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')])
    const response = await send({}, payload)
    assertProblem(response, HTTP_ERRORS.invalid_body)
    expect(JSON.parse(response.body).detail).toBe('expected a body in UTF-8, got invalid bytes')
  })
})

describe('compileBodyValidator', () => {
  it.each([
    { name: 'x' },
    { name: '', size: 1, draft: false, owner: { id: 0 }, tags: ['a', 'b'], nothing: {} },
    { name: 'x', tags: [], changes: [{ type: 'add' }, { type: 'fix', note: 'y' }] },
    { name: 'x', changes: [] },
  ])('returns the valid body %j', (body) => {
    const result = compileBodyValidator(new Ajv(), schema)(body)
    expect(result).toEqual({ value: body })
    expect((result as { value: unknown }).value).toBe(body)
  })

  it.each([
    ['a missing member', {}, 'name', 'expected a string, got nothing'],
    ['a missing member of an object', { name: 'x', owner: {} }, 'owner.id', 'an integer, got nothing'],
    ['a missing member of an element', { name: 'x', changes: [{}] }, 'changes[0].type', 'got nothing'],
    ['a wrong type', { name: 5 }, 'name', 'expected a string, got 5'],
    ['a number as a string', { name: 'x', size: '5' }, 'size', 'got "5"'],
    ['a number below the minimum', { name: 'x', size: 0 }, 'size', 'an integer of at least 1, got 0'],
    ['a number in place of a boolean', { name: 'x', draft: 1 }, 'draft', 'expected true or false, got 1'],
    ['null', { name: null }, 'name', 'expected a string, got null'],
    ['null in place of an object', { name: 'x', owner: null }, 'owner', 'expected an object, got null'],
    ['an array in place of an object', { name: 'x', owner: [] }, 'owner', 'expected an object, got []'],
    ['a string in place of an object', { name: 'x', owner: 'y' }, 'owner', 'expected an object, got "y"'],
    ['an object in place of a string', { name: {} }, 'name', 'expected a string, got {}'],
    ['an array in place of a string', { name: ['x'] }, 'name', 'expected a string, got ["x"]'],
    ['an object in place of an array', { name: 'x', tags: {} }, 'tags', 'expected an array, got {}'],
    ['a string in place of an array', { name: 'x', tags: 'a' }, 'tags', 'expected an array, got "a"'],
    ['a wrong element', { name: 'x', tags: ['a', 5] }, 'tags[1]', 'expected a string, got 5'],
    ['an array in an array', { name: 'x', tags: [['a']] }, 'tags[0]', 'expected a string, got ["a"]'],
    ['too many elements', { name: 'x', tags: ['a', 'b', 5] }, 'tags', 'expected at most 2 elements, got 3'],
    ['too few elements', { name: 'x', names: [] }, 'names', 'expected at least 1 elements, got 0'],
    [
      'a value outside an enum',
      { name: 'x', changes: [{ type: 'add' }, { type: 'drop' }] },
      'changes[1].type',
      'expected one of: add, fix; got "drop"',
    ],
    [
      'an unknown member',
      { name: 'x', colour: 1 },
      'colour',
      `unknown member; expected one of: ${ALL_MEMBERS}`,
    ],
    [
      'an unknown member of an object',
      { name: 'x', owner: { id: 1, age: 2 } },
      'owner.age',
      'unknown member; expected one of: id',
    ],
    [
      'an unknown member of an element',
      { name: 'x', changes: [{ type: 'add', kind: 1 }] },
      'changes[0].kind',
      'expected one of: type, note',
    ],
    [
      'a member of an object without members',
      { name: 'x', nothing: { a: 1 } },
      'nothing.a',
      'unknown member; expected no members',
    ],
    ['an unknown member with a name of Object', { name: 'x', toString: 1 }, 'toString', 'unknown member'],
    ['an array in place of the body', [], '', 'expected an object, got []'],
    ['null in place of the body', null, '', 'expected an object, got null'],
    ['a string in place of the body', 'x', '', 'expected an object, got "x"'],
  ])('names the parameter of %s', (_name, body, parameter, message) => {
    const { code, issues } = findError(body)
    expect(code).toBe('http/invalid_body')
    expect(issues).toEqual([{ parameter, message: expect.stringContaining(message) }])
  })

  it('does not take a member for present that only the prototype has', () => {
    const type = Type.Object({ toString: Type.String() }, CLOSED)
    expect(findError({}, type).issues).toEqual([{ parameter: 'toString', message: expect.any(String) }])
  })

  it('does not report the optional members that are missing', () => {
    const type = Type.Object({ a: Type.Optional(Type.Integer()), b: Type.Optional(Type.Integer()) }, CLOSED)
    expect(findError({ b: 'x' }, type).issues).toEqual([{ parameter: 'b', message: expect.any(String) }])
  })

  it('reports the members in the order of the schema, and then the unknown members', () => {
    const body = { other: 1, tags: [1, 2], owner: { more: 1, id: 'z' }, size: 'y' }
    expect(findError(body).issues.map(({ parameter }) => parameter)).toEqual([
      'name',
      'size',
      'owner.id',
      'owner.more',
      'tags[0]',
      'tags[1]',
      'other',
    ])
  })

  it('reports only the first issues', () => {
    const members = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]))
    expect(findError({ name: 'x', ...members }).issues).toHaveLength(MAX_ISSUES)
  })
})

describe('the body of a request', () => {
  let app: Service
  beforeEach(async () => {
    const echo = makeOperation({
      method: 'POST',
      input: {
        body: Type.Object({ name: Type.Optional(Type.String()), size: Type.Optional(Type.Any()) }, CLOSED),
      },
      run: (input) => ({ cache: 'none', content: { value: input } }),
    })
    const strict = makeOperation({
      id: 'strict',
      method: 'POST',
      path: '/strict',
      input: { body: Type.Object({ name: Type.String() }, CLOSED) },
    })
    app = await makeService({ operations: [echo, strict], maxBodyBytes: 10_000 })
  })
  afterEach(() => app.close())

  const JSON_TYPE = { 'content-type': 'application/json' }

  async function post(
    payload: string | undefined,
    headers: Record<string, string> = JSON_TYPE,
    url = '/test',
  ) {
    const response = await app.inject({
      method: 'POST',
      url,
      headers,
      ...(payload !== undefined && { payload }),
    })
    const { statusCode: status, body } = response
    return { status, body, contentType: response.headers['content-type'] as string | undefined }
  }

  it.each([
    ['JSON', '{"name":"x"}', JSON_TYPE, { name: 'x' }],
    [
      'JSON with a charset',
      '{"name":"x"}',
      { 'content-type': 'application/json; charset=utf-8' },
      { name: 'x' },
    ],
    ['JSON with white space', ' \n{ "name" : "x" } ', JSON_TYPE, { name: 'x' }],
    ['an empty object', '{}', JSON_TYPE, {}],
    ['nothing', '', JSON_TYPE, {}],
    ['white space', ' \r\n\t', JSON_TYPE, {}],
    ['nothing, without a content type', undefined, {}, {}],
  ])('can be %s', async (_name, payload, headers, input) => {
    const { status, body } = await post(payload, headers)
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual(input)
  })

  it.each([
    ['nothing', '', JSON_TYPE],
    ['white space', ' ', JSON_TYPE],
    ['nothing, without a content type', undefined, {}],
  ])('lacks the required members when it is %s', async (_name, payload, headers) => {
    const { errors } = assertProblem(await post(payload, headers, '/strict'), HTTP_ERRORS.invalid_body)
    expect(errors).toEqual([{ parameter: 'name', message: 'expected a string, got nothing' }])
  })

  it.each([
    ['is not JSON', '{"name":', HTTP_ERRORS.malformed_request],
    ['has a member __proto__', '{"__proto__":{"name":"x"}}', HTTP_ERRORS.malformed_request],
    ['has a member __proto__ at depth', '{"size":[{"__proto__":{}}]}', HTTP_ERRORS.malformed_request],
    [
      'has a constructor with a prototype',
      '{"size":{"constructor":{"prototype":{}}}}',
      HTTP_ERRORS.malformed_request,
    ],
    ['is nested too deeply', `{"size":${'['.repeat(40)}${']'.repeat(40)}}`, HTTP_ERRORS.invalid_body],
    ['is an array', '[]', HTTP_ERRORS.invalid_body],
    ['is null', 'null', HTTP_ERRORS.invalid_body],
    ['has an unknown member', '{"colour":1}', HTTP_ERRORS.invalid_body],
    ['is too large', `{"name":"${'x'.repeat(10_000)}"}`, HTTP_ERRORS.content_too_large],
  ])('is rejected when it %s', async (_name, payload, definition) => {
    assertProblem(await post(payload), definition)
  })

  it('is rejected with the place where it is not JSON, or the member that it must not have', async () => {
    const detailOf = async (payload: string) =>
      assertProblem(await post(payload), HTTP_ERRORS.malformed_request).detail
    expect(await detailOf('{"name":1,,}')).toMatch(/^expected a body in JSON: .*(?:,|position 10)/)
    expect(await detailOf('{"__proto__":{}}')).toMatch(/^expected a body without the members __proto__ and/)
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'is rejected when it is %s',
    async (type) => {
      assertProblem(await post('{}', { 'content-type': type }), HTTP_ERRORS.unsupported_media_type)
    },
  )
})
