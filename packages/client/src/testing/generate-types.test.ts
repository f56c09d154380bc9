import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DeclareErrors, declareProblemTypes, declareStatuses, generateTypes } from './generate-types.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

describe('src/generated', () => {
  it.each<[string, DeclareErrors]>([
    ['questions', declareProblemTypes],
    ['changelog', declareStatuses],
  ])('contains the types of openapi/%s.json (updated by `pnpm run openapi`)', async (name, declareErrors) => {
    const path = `openapi/${name}.json`
    const types = await generateTypes(read(path), path, declareErrors)
    await expect(types).toMatchFileSnapshot(`../generated/${name}.ts`)
  })
})

describe('generateTypes', () => {
  const document = (schemas: object, responses: object = {}) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: { '/a': { get: { operationId: 'a', responses } } },
      components: { schemas },
    })
  const generate = (json: string) => generateTypes(json, 'a.json', declareProblemTypes)

  it('exports each schema by its name', async () => {
    const Word = { type: 'object', description: 'A word.', properties: { text: { type: 'string' } } }
    const Page = {
      type: 'object',
      properties: { words: { type: 'array', items: { $ref: '#/components/schemas/Word' } } },
    }
    const types = await generate(document({ Word, Page }))
    expect(types).toContain("export type Word = components['schemas']['Word'];")
    expect(types).toContain("export type Page = components['schemas']['Page'];")
  })

  it('keeps members with a default value optional', async () => {
    const types = await generate(
      document({ A: { type: 'object', properties: { n: { type: 'integer', default: 1 } } } }),
    )
    expect(types).toContain('n?: number;')
  })

  it('lists each error once', async () => {
    const examples = { 'not-here': {}, 'not-there': {} }
    const response = { description: 'x', content: { 'application/problem+json': { schema: {}, examples } } }
    const success = {
      description: 'x',
      content: { 'application/json': { schema: {}, examples: { fine: {} } } },
    }
    const schemas = { A: { type: 'object', properties: { a: { type: 'string' } } } }
    const types = await generate(document(schemas, { 200: success, 404: response }))
    expect(types).toContain('statusOfCode = {\n    "not-here": 404,\n    "not-there": 404,\n} as const;')
  })
})
