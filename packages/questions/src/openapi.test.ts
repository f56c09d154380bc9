// Tests that the OpenAPI document is valid, complete, and consistent with the responses of the service.
import { collectSchemas, listErrors, ProblemDetails, type ResultDescription, slugOf } from '@qb/http'
import { findInvalidSchemas, listSchemas } from '@qb/http/testing'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Type } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { QuestionsConfig } from './config.ts'
import { OPERATIONS } from './operations/index.ts'
import { makeApp, makeCsv } from './testing.ts'

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
  responses: Record<string, DocumentedResponse>
}

interface DocumentedResponse {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: { $ref: string }; examples?: Record<string, Example> }>
}

interface Example {
  value: { status: number; type: string; detail: string }
}

let app: Awaited<ReturnType<typeof makeApp>>
let json: string
let operations: Operation[]
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}
beforeAll(async () => {
  app = await makeApp()
  json = (await app.inject('/openapi.json')).body
  document = JSON.parse(json)
  operations = Object.values(document.paths).flatMap((path) => Object.values(path))
})

it('the schemas of operations and config are valid JSON Schemas', () => {
  const schemas = [QuestionsConfig, ...listSchemas(OPERATIONS)]
  expect(schemas.length).toBeGreaterThan(OPERATIONS.length)
  expect(findInvalidSchemas(schemas)).toEqual([])
  expect(findInvalidSchemas([QuestionsConfig, Type.Unsafe({ type: 'strin' })])).toHaveLength(1)
})

describe('GET /openapi.json', () => {
  it('returns OpenAPI 3.1 that passes the recommended rules of Redocly', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const config = await createConfig({ extends: ['recommended'] })
    const findings = await lintFromString({ source: json, config })
    expect(findings.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  it('has the base path in the links of its examples, once', async () => {
    const prefixed = await makeApp({ environment: { QUESTIONS_BASE_PATH: '/api' } })
    const body = (await prefixed.inject('/openapi.json')).body
    await prefixed.close()
    const linksOf = (text: string) =>
      [...text.matchAll(/"(?:next|type)":"(\/[^"]+)"/g)].map(([, link = '']) => link)
    const links = linksOf(json)
    expect(new Set(links.map((link) => link.split(/[?#]/)[0]))).toEqual(
      new Set([
        '/api/v1/questions/astronomy',
        '/api/v1/questions/astronomy/random',
        '/api/v1/questions',
        '/errors',
      ]),
    )
    expect(linksOf(body)).toEqual(links.map((link) => `/api${link}`))
  })

  it('contains every operation of this service and no others', () => {
    expect(Object.keys(document.paths)).toEqual(OPERATIONS.map(({ path }) => path))
  })

  it('contains the id, summary, description and errors of every operation', () => {
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(operation.summary).toBeTruthy()
      expect(operation.description.length).toBeGreaterThan(40)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '500']))
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  it('documents the cache header fields of every response that is the same for every client', () => {
    for (const { path, result } of OPERATIONS as readonly { path: string; result: ResultDescription }[]) {
      const get = document.paths[path]?.get
      const [success, notModified] = [get?.responses[200], get?.responses[304]]
      const isCached = result.cache === 'shared'
      expect(success?.headers?.ETag !== undefined, path).toBe(isCached)
      expect(notModified?.headers?.ETag !== undefined && notModified.content === undefined, path).toBe(
        isCached,
      )
      const isPage = result.paged === true
      expect(success?.headers?.Link !== undefined, path).toBe(isPage)
    }
  })

  it('describes every parameter, and only path parameters, `answer` and `category` are required', () => {
    for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
      expect(parameter.description, parameter.name).toBeTruthy()
      expect(parameter.required ?? false, parameter.name).toBe(
        parameter.in === 'path' || ['answer', 'category'].includes(parameter.name),
      )
    }
    const limit = document.paths['/api/v1/questions/{category}']?.get?.parameters?.find(
      ({ name }) => name === 'limit',
    )
    expect(limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 10 })
  })

  it('contains schemas with valid examples', () => {
    const names = [...collectSchemas(OPERATIONS), ProblemDetails].map(({ $id }) => $id)
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(names.toSorted())
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const validate = compile(name)
      for (const example of schema.examples ?? [])
        expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
      expect(schema.examples?.length).toBeGreaterThan(0)
    }
  })

  it('contains an example with a detail for each error', () => {
    const validate = compile('ProblemDetails')
    for (const { operationId, responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status < '400') continue
        const examples = Object.entries(content?.['application/problem+json']?.examples ?? {})
        expect(examples.length, `${operationId} ${status}`).toBeGreaterThan(0)
        for (const [slug, { value }] of examples) {
          expect(value).toMatchObject({ status: Number(status), type: `/errors#${slug}` })
          expect(value.detail.length, `${operationId} ${status}`).toBeGreaterThan(10)
          expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
        }
      }
    }
  })

  it('matches the responses of the service', async () => {
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

/** Compiles a schema of the document, as a client would. */
function compile(name: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', ...document })
  return ajv.compile({ $ref: `document#/components/schemas/${name}` })
}

describe('GET /', () => {
  it('links to the quiz, the docs, every served category, and every operation without required parameters', async () => {
    const { body, headers } = await app.inject('/')
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    for (const href of [
      'quiz/',
      'docs',
      'redoc',
      'openapi.json',
      'errors',
      'api/v1/categories',
      'api/v1/health',
      'metrics',
      'api/v1/questions/stars',
      'api/v1/questions/small_things',
    ]) {
      expect(body).toContain(`href="${href}"`)
    }
    expect(body).not.toContain('href="api/v1/questions"')
    expect(body).not.toContain('astronomy')
  })

  it('shows a question, and the request that returns it', async () => {
    const { body } = await app.inject({ url: '/', headers: { host: 'quiz.example' } })
    const [, url = ''] =
      /curl 'http:\/\/quiz\.example(\/api\/v1\/questions\/\w+\/random\?count=1&amp;seed=[^']+)/.exec(
        body.replaceAll('<wbr>', ''),
      ) ?? []
    const { questions } = (await app.inject(url.replaceAll('&amp;', '&'))).json()
    const escaped = questions[0].question
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    expect(body).toContain(escaped)
  })

  it('shows what each category holds, from easy to hard, and which file is not served', async () => {
    const { body } = await app.inject('/')
    expect(body).toMatch(
      /<a class="cover" href="quiz\/\?category=(\w+)"><span class="initial" data-colour="\d" aria-hidden="true">S<\/span>Stars<\/a>\s*<p class="muted">60 questions <a href="api\/v1\/questions\/\1">View as JSON<\/a><\/p>.*easy&nbsp;20 · medium&nbsp;20 · hard&nbsp;20/,
    )
    expect(body).toMatch(
      />Refined_Broken_Questions\.csv is not served<\/strong><ul class="lines"><li>Line 1: /,
    )
    const files = {
      'levels.csv': 'id,question,correct_answer,difficulty\n1,Q?,A,hard\n2,R?,A,odd\n3,S?,A,easy\n',
    }
    expect((await (await makeApp({ files })).inject('/')).body).toContain(
      'easy&nbsp;1 · hard&nbsp;1 · odd&nbsp;1',
    )
  })

  it('links to the health endpoint and to an example file when there is no dataset, and names the folder', async () => {
    const empty = await makeApp({ files: {} })
    const { body } = await empty.inject('/')
    expect(body).toContain('href="api/v1/health"')
    expect(body).toContain('href="quiz/rivers.csv" download>')
    expect(body).toMatch(/into the folder named <code>questions-\w+<\/code>/)
    const { headers, statusCode } = await empty.inject('/quiz/rivers.csv')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  })
})

describe('the examples of the pages', () => {
  it.each([
    [{ 'Rivers.csv': 'id,question,correct_answer\nR7,Which river?,Nile\n' }, ['rivers', 'R7', 'Nile']],
    [
      { 'a.csv': makeCsv('A', 1), 'astronomy.csv': makeCsv('S', 1) },
      ['astronomy', 'AST-0002', 'eight minutes'],
    ],
    [{}, ['astronomy', 'AST-0002', 'eight minutes']],
  ])('are of a served question: %j', async (files, values) => {
    const served = await makeApp({ files })
    const script = (await served.inject('/docs/static/theme/page.js')).body
    const { paths } = JSON.parse(/^var openApiDocument = (.*)$/m.exec(script)?.[1] ?? '')
    const { parameters } = paths['/api/v1/questions/{category}/{id}/check'].get
    expect(parameters.slice(0, 3).map(({ example }: { example: string }) => example)).toEqual(values)
    expect(paths['/api/v1/questions'].get.parameters[0].example).toEqual(['*'])
    expect((await served.inject('/redoc/page.js')).body).toContain(
      `/questions/${values[0]}/${values[1]}/check?answer=${encodeURIComponent(values[2] ?? '')}`,
    )
  })
})

describe('the front page while no file is served', () => {
  it.each([
    { 'a.csv': 'id,question\n1,Q?\n' },
    { 'My class.xlsx': '' },
    { 'a.csv': 'id,question\n1,Q?\n', 'b.ods': '' },
  ])('says what to mend, and hides the first steps: %j', async (files) => {
    const { body } = await (await makeApp({ files })).inject('/')
    expect(body).toContain('<h2>Your questions are not ready yet</h2>')
    expect(body.match(/ is not served<\/strong>/g)).toHaveLength(Object.keys(files).length)
    expect(body).not.toContain('rivers.csv')
  })
})

describe('GET /errors', () => {
  it('contains the `type` of every error, and says what it means', async () => {
    const { body } = await app.inject('/errors')
    for (const error of OPERATIONS.flatMap(listErrors)) expect(body).toContain(`<li id="${slugOf(error)}">`)
    expect(body).not.toContain('<p></p>')
    for (const url of [
      '/nothing',
      '/api/v1/questions/x',
      '/api/v1/health?x=1',
      '/%zz',
      '/api/v1/questions/broken',
    ]) {
      const { type } = (await app.inject(url)).json()
      expect(type).toMatch(/^\/errors#/)
      expect(body).toContain(`<li id="${type.split('#')[1]}">`)
    }
  })
})

describe('GET /quiz/', () => {
  it('returns the quiz, which uses this service', async () => {
    const { body, headers } = await app.inject('/quiz/')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(body).toContain('<meta name="questions-service" content="..">')
    for (const [, file] of body.matchAll(/(?:src|href)="([\w.]+)"/g)) {
      expect((await app.inject(`/quiz/${file}`)).statusCode, file).toBe(200)
    }
    expect((await app.inject('/quiz/screens/start.js')).headers['content-type']).toContain('javascript')
  })

  it('is where /quiz is redirected', async () => {
    const { statusCode, headers } = await app.inject('/quiz')
    expect([statusCode, headers.location]).toEqual([308, 'quiz/'])
  })

  it.each(['README.md', 'tsconfig.json', '..%2Fnginx%2Fquestions.conf', 'nothing.js'])(
    'does not serve %s',
    async (name) => {
      expect((await app.inject(`/quiz/${name}`)).statusCode).toBe(404)
    },
  )
})
