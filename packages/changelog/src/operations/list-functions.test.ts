import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { KEYS, makeApp, makeContext, OPERATIONS, readValue } from '../testing.ts'
import { defineListFunctions } from './list-functions.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  additionalProperties?: unknown
  enum?: unknown[]
  description?: string
}

let list: {
  functions: { name: string; description: string; strict: boolean; parameters: Schema }[]
  endpoints: Record<string, { method: string; path: string }>
}
let paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
beforeAll(async () => {
  const { app } = await makeApp()
  list = (await app.inject({ url: '/api/functions', headers: { 'x-api-key': KEYS.all } })).json()
  paths = (await app.inject('/openapi.json')).json().paths
})

/** The members that are not in function definitions, whose members are all required. */
const OPTIONAL_MEMBERS = ['dry_run', 'escape', 'prerelease', 'version']

/** Lists a schema and all its subschemas. */
function walk(schema: Schema): Schema[] {
  return [
    schema,
    ...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(walk),
  ]
}

describe('listFunctions', () => {
  it('runs without HTTP', async () => {
    const value = await readValue(defineListFunctions(OPERATIONS).run({}, makeContext().context))
    expect(Object.keys(value as object)).toEqual(['functions', 'endpoints'])
  })
})

describe('GET /api/functions', () => {
  it('returns three functions with an endpoint each', () => {
    const names = ['get_repository_changes', 'update_changelog', 'create_release']
    expect(list.functions.map(({ name }) => name)).toEqual(names)
    expect(Object.keys(list.endpoints)).toEqual(names)
    for (const { method, path } of Object.values(list.endpoints))
      expect(paths[path]).toHaveProperty(method.toLowerCase())
  })

  it('requires changes and version_bump', () => {
    expect(list.functions.map(({ parameters }) => parameters.required ?? [])).toEqual([
      [],
      ['changes'],
      ['version_bump'],
    ])
  })

  it('has parameters that are valid JSON Schemas', () => {
    for (const { parameters } of list.functions) {
      expect(() => new Ajv2020({ strict: true }).compile(parameters)).not.toThrow()
    }
  })

  it('conforms to the strict mode of function calling', () => {
    const allowed = ['type', 'properties', 'items', 'required', 'additionalProperties', 'enum', 'description']
    for (const { name, description, strict, parameters } of list.functions) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(description.length).toBeGreaterThan(20)
      expect(strict).toBe(true)
      expect(parameters.type).toBe('object')
      for (const schema of walk(parameters)) {
        expect(Object.keys(schema).filter((keyword) => !allowed.includes(keyword))).toEqual([])
        if (schema.type !== 'object') continue
        expect(schema.additionalProperties).toBe(false)
        expect((schema.required ?? []).toSorted()).toEqual(Object.keys(schema.properties ?? {}).toSorted())
      }
    }
  })

  it('has the parameters of the request bodies, without maximum sizes and the optional members', () => {
    for (const { name, parameters } of list.functions) {
      const { method = '', path = '' } = list.endpoints[name] ?? {}
      if (method === 'GET') continue
      const body = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
      const withoutSizes = JSON.parse(
        JSON.stringify(body?.properties, (key, value) =>
          /^max(Items|Length)$/.test(key) ? undefined : value,
        ),
      )
      const required = Object.entries(withoutSizes).filter(([member]) => !OPTIONAL_MEMBERS.includes(member))
      expect(Object.fromEntries(required)).toEqual(parameters.properties)
    }
  })
})
