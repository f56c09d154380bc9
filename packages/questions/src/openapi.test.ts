// The published description: valid, lint-clean, complete, and true of what the service answers.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: Record<string, unknown>
  }[]
  responses: Record<string, Answer>
}

interface Answer {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: { $ref: string }; examples?: Record<string, Example> }>
}

interface Example {
  value: { status: number; type: string; detail: string }
}

let app: Awaited<ReturnType<typeof makeApp>>
let text: string
let operations: Operation[]
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}
beforeAll(async () => {
  app = await makeApp()
  text = (await app.inject('/openapi.json')).body
  document = JSON.parse(text)
  operations = Object.values(document.paths).flatMap((path) => Object.values(path))
})

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 and passes the recommended rules of Redocly', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: text, config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  it('has every operation of this service and no other', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual([
      '/api/v1/categories',
      '/api/v1/health',
      '/api/v1/questions/{category}',
      '/api/v1/questions/{category}/random',
      '/api/v1/questions/{category}/{id}',
      '/api/v1/questions/{category}/{id}/check',
      '/metrics',
    ])
  })

  it('gives every operation a name, a summary, a description and its failures', () => {
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(operation.summary).toBeTruthy()
      expect(operation.description.length).toBeGreaterThan(40)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '429', '500']))
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  it('tells what caches go by wherever an answer is the same for everyone', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const [success, same] = [get?.responses[200], get?.responses[304]]
      const isKept = !['/api/v1/health', '/metrics'].includes(path)
      expect(success?.headers?.ETag !== undefined, path).toBe(isKept)
      expect(same?.headers?.ETag !== undefined && same.content === undefined, path).toBe(isKept)
      const isPage = /\{category\}(\/random)?$/.test(path)
      expect(success?.headers?.Link !== undefined, path).toBe(isPage)
    }
  })

  it('describes every parameter, with its default, and requires only those of the path', () => {
    for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
      expect(parameter.description, parameter.name).toBeTruthy()
      expect(parameter.required ?? false, parameter.name).toBe(
        parameter.in === 'path' || parameter.name === 'answer',
      )
    }
    const limit = document.paths['/api/v1/questions/{category}']?.get?.parameters?.find(
      ({ name }) => name === 'limit',
    )
    expect(limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 10 })
  })

  it('names its models, each with a real example', () => {
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([
      'AnswerCheck',
      'CategoryList',
      'Health',
      'ProblemDetails',
      'Question',
      'QuestionPage',
    ])
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const validate = compile(name)
      for (const example of schema.examples ?? [])
        expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
      expect(schema.examples?.length).toBeGreaterThan(0)
    }
  })

  it('shows each failure with an example of its own status', () => {
    const validate = compile('ProblemDetails')
    for (const { operationId, responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status < '400') continue
        const examples = Object.entries(content?.['application/problem+json']?.examples ?? {})
        expect(examples.length, `${operationId} ${status}`).toBeGreaterThan(0)
        for (const [anchor, { value }] of examples) {
          expect(value).toMatchObject({ status: Number(status), type: `/#${anchor}` })
          expect(value.detail.length, `${operationId} ${status}`).toBeGreaterThan(10)
          expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
        }
      }
    }
  })

  it('is true of what the service answers', async () => {
    for (const [url, path] of [
      ['/api/v1/questions/stars?seed=x', '/api/v1/questions/{category}'],
      [
        '/api/v1/questions/stars?random=false&answers=hidden&shuffle_options=true',
        '/api/v1/questions/{category}',
      ],
      ['/api/v1/questions/plain', '/api/v1/questions/{category}'],
      ['/api/v1/questions/stars?limit=0', '/api/v1/questions/{category}'],
      ['/api/v1/questions/nothing', '/api/v1/questions/{category}'],
      ['/api/v1/questions/broken', '/api/v1/questions/{category}'],
      ['/api/v1/questions/stars/S-1', '/api/v1/questions/{category}/{id}'],
      ['/api/v1/questions/stars/S-1?answers=hidden', '/api/v1/questions/{category}/{id}'],
      ['/api/v1/questions/stars/nothing', '/api/v1/questions/{category}/{id}'],
      ['/api/v1/questions/stars/S-1/check?answer=1', '/api/v1/questions/{category}/{id}/check'],
      ['/api/v1/categories', '/api/v1/categories'],
      ['/api/v1/questions/stars/random', '/api/v1/questions/{category}/random'],
      ['/api/v1/health', '/api/v1/health'],
    ] as const) {
      const response = await app.inject(url)
      const type = String(response.headers['content-type']).split(';')[0] as string
      const schema = document.paths[path]?.get?.responses[response.statusCode]?.content?.[type]?.schema
      expect(schema, `${url}: ${response.statusCode} ${type}`).toBeDefined()
      const validate = compile(String(schema?.$ref.split('/').at(-1)))
      expect(validate(response.json()), `${url}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })
})

/** Compiles a model of the published document, as a client would. */
function compile(model: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', ...document })
  return ajv.compile({ $ref: `document#/components/schemas/${model}` })
}

describe('/', () => {
  it('links the docs, the description, the health and real questions', async () => {
    const { body, headers } = await app.inject('/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const href of [
      '/docs',
      '/redoc',
      '/openapi.json',
      '/api/v1/health',
      '/api/v1/questions/astronomy?limit=3',
    ]) {
      expect(body).toContain(`href="${href}"`)
    }
  })

  it('has a row for every type of problem that an answer can point at', async () => {
    const { body } = await app.inject('/')
    const failures = [
      '/nothing',
      '/api/v1/questions/x',
      '/api/v1/health?x=1',
      '/%zz',
      '/api/v1/questions/broken',
    ]
    for (const url of failures) {
      const { type } = (await app.inject(url)).json()
      expect(body).toContain(`id="${type.slice(2)}"`)
    }
  })
})
