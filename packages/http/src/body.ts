// JSON bodies, read strictly: an empty body is an empty object, an unknown member is named, nothing is coerced.
import { CoreError, type Issue } from '@qb/core/errors'
import type { TSchema } from '@sinclair/typebox'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { describeExpected } from './text-values.ts'

const MOST_ISSUES = 20

/** Reads `application/json`; a body of nothing, with or without that type, is `{}`. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') done(null, {})
    else parseJson(request, text, done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}

/** Checks a body against its schema, with every issue in one error. */
export function compileBody(schema: TSchema, validate: ValidateFunction) {
  return (body: unknown): { value: unknown } | { error: CoreError } => {
    if (validate(body)) return { value: body }
    const issues = new Map<string, Issue>()
    for (const error of (validate.errors ?? []).slice(0, MOST_ISSUES)) {
      const parameter = nameMember(error)
      if (!issues.has(parameter)) issues.set(parameter, { parameter, message: explain(schema, body, error) })
    }
    const all = [...issues.values()]
    const detail = all
      .map(({ parameter, message }) => (parameter ? `${parameter}: ${message}` : message))
      .join('; ')
    return { error: new CoreError('invalid_body', detail, { issues: all }) }
  }
}

/** `/changes/0/type` as `changes[0].type`. */
function nameMember({ instancePath, params }: ErrorObject): string {
  const last = params.additionalProperty ?? params.missingProperty
  const segments = [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [String(last)])]
  return segments.reduce((name, segment) => {
    const part = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(part)) return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, '')
}

function explain(
  schema: TSchema,
  body: unknown,
  { keyword, instancePath, params, parentSchema }: ErrorObject,
): string {
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema ?? schemaAt(schema, instancePath))?.properties ?? {})
    return `unknown member; expected ${known.length > 0 ? `any of: ${known.join(', ')}` : 'none'}`
  }
  if (keyword === 'required') return `expected a value, got none (${params.missingProperty} is required)`
  const expected = schemaAt(schema, instancePath)
  const got = JSON.stringify(valueAt(body, instancePath)) ?? 'nothing'
  return `expected ${expected ? nameType(expected) : 'something else'}, got ${got.length > 80 ? `${got.slice(0, 80)}…` : got}`
}

function nameType(schema: TSchema): string {
  if (schema.type === 'array') return 'a list'
  if (schema.type === 'object') return 'an object'
  return describeExpected(schema)
}

function schemaAt(schema: TSchema, path: string): TSchema | undefined {
  return path
    .split('/')
    .slice(1)
    .reduce<TSchema | undefined>((at, part) => at?.items ?? at?.properties?.[part], schema)
}

function valueAt(body: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], body)
}
