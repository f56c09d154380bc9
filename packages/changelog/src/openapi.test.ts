// Tests that the OpenAPI document is valid, complete, and consistent with the responses of the service.
import { findInvalidSchemas, listSchemas } from '@qb/http/testing'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Type } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { ChangelogConfig } from './config.ts'
import { KEYS, makeApp, OPERATIONS } from './testing.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  security?: unknown[]
  responses: Record<string, { content?: Record<string, Media> }>
}

interface Media {
  schema: { $ref?: string }
  examples?: Record<string, { value: { error: string } }>
}

let json: string
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}
let app: Awaited<ReturnType<typeof makeApp>>['app']
beforeAll(async () => {
  ;({ app } = await makeApp({ changelog: '# Log\n\n## [Unreleased]\n\n- x\n' }))
  json = (await app.inject('/openapi.json')).body
  document = JSON.parse(json)
})

/** Compiles a schema of the document, as a client would. */
function compile(name: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', ...document })
  return ajv.compile({ $ref: `document#/components/schemas/${name}` })
}

it('the schemas of operations and config are valid JSON Schemas', () => {
  const schemas = [ChangelogConfig, ...listSchemas(OPERATIONS)]
  expect(schemas.length).toBeGreaterThan(OPERATIONS.length)
  expect(findInvalidSchemas(schemas)).toEqual([])
  expect(findInvalidSchemas([ChangelogConfig, Type.Unsafe({ type: 'strin' })])).toHaveLength(1)
})

describe('GET /openapi.json', () => {
  it('returns OpenAPI 3.1 that passes the recommended rules of Redocly', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const findings = await lintFromString({
      source: json,
      config: await createConfig({ extends: ['recommended'] }),
    })
    expect(findings.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  it('contains the description, errors and security requirements of every operation', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    )
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      OPERATIONS.map(({ id }) => id).toSorted(),
    )
    for (const { path, operation } of operations) {
      expect(operation.description.length).toBeGreaterThan(40)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '500']))
      const { access } = OPERATIONS.find((candidate) => candidate.path === path) ?? expect.unreachable()
      if (access === 'public') continue
      expect(operation.security).toEqual([{ apiKey: [] }, { bearer: [] }])
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403']))
    }
  })

  it('contains schemas with valid examples', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(schema.examples?.length, name).toBeGreaterThan(0)
      const validate = compile(name)
      for (const example of schema.examples ?? [])
        expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })

  it('contains an example with a message for each error', () => {
    const validate = compile('Error')
    for (const { operationId, responses } of Object.values(document.paths).flatMap(
      Object.values<Operation>,
    )) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status < '400') continue
        const examples = Object.values(content?.['application/json']?.examples ?? {})
        expect(examples.length, `${operationId} ${status}`).toBeGreaterThan(0)
        for (const { value } of examples) {
          expect(value.error.length, `${operationId} ${status}`).toBeGreaterThan(10)
          expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
        }
      }
    }
  })

  it('matches the responses of the service', async () => {
    for (const [method, url, path] of [
      ['GET', '/api/changelog', '/api/changelog'],
      ['GET', '/api/changelog/unreleased', '/api/changelog/{version}'],
      ['GET', '/api/changelog/9.9.9', '/api/changelog/{version}'],
      ['GET', '/api/functions', '/api/functions'],
      ['GET', '/api/repository/changes', '/api/repository/changes'],
      ['POST', '/api/changelog/update', '/api/changelog/update'],
      ['POST', '/api/changelog/release', '/api/changelog/release'],
      ['POST', '/api/changelog/release', '/api/changelog/release'],
      ['GET', '/health', '/health'],
    ] as const) {
      const response = await app.inject({ method, url, headers: { 'x-api-key': KEYS.all } })
      const type = String(response.headers['content-type']).split(';')[0] as string
      const schema =
        document.paths[path]?.[method.toLowerCase()]?.responses[response.statusCode]?.content?.[type]?.schema
      expect(schema, `${method} ${url}: ${response.statusCode}`).toBeDefined()
      const validate = compile(String(schema?.$ref?.split('/').at(-1)))
      expect(validate(response.json()), `${url}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })
})
