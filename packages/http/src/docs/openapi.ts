// Generates the OpenAPI 3.1 document from the schemas of the routes.
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { BasePath } from '../base-path.ts'
import type { LandingPage } from './landing-page.ts'

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type SecuritySchemes = NonNullable<NonNullable<OpenApi['components']>['securitySchemes']>

/** The documentation of an API, besides its operations. */
export interface ApiDescription extends LandingPage {
  readonly version: string
  /** Markdown: a section for each rule that applies to all operations. */
  readonly rules: string
  readonly license: { readonly name: string; readonly identifier: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** The OpenAPI security schemes. Undefined when every operation is public. */
  readonly securitySchemes?: SecuritySchemes
  /** The header field of operations that are not public, in the commands of Redoc: `X-API-Key: $CHANGELOG_API_KEY`. */
  readonly credential?: string
}

/** Registers the generation of the OpenAPI document, for all later routes, with @fastify/swagger. */
export async function registerOpenApi(app: FastifyInstance, api: ApiDescription): Promise<void> {
  const { title, version, summary, rules, license, tags, securitySchemes } = api
  const description = `${summary}\n\n# Rules\n\nThese rules apply to all operations.\n\n${rules}`
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license },
      servers: [{ url: app.basePath || '/', description: 'This service' }],
      tags: [...tags],
      security: [],
      // With an empty object, Swagger UI would show an “Authorize” button that no operation needs.
      ...(securitySchemes && { components: { securitySchemes } }),
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? prefixLinks(repairDocument(document.openapiObject), app.basePath)
        : document.swaggerObject,
  })
}

/** Returns the document with the base path in front of the links in examples. The examples of schemas are written without it. */
function prefixLinks<D extends object>(document: D, basePath: BasePath): D {
  const isLink = (name: string, value: unknown) =>
    typeof value === 'string' && (name === 'next' ? value.startsWith('/') : value.startsWith('/errors#'))
  return JSON.parse(JSON.stringify(document), (name, value) =>
    isLink(name, value) ? basePath + value : value,
  )
}

interface DocumentedParameter {
  in?: string
  name: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: { default?: unknown; maximum?: number }
}

export interface DocumentedOperation {
  parameters?: DocumentedParameter[]
  responses?: Record<string, { content?: object; description?: string }>
  requestBody?: {
    required?: boolean
    content?: Record<string, { schema?: { required?: string[] }; example?: unknown }>
  }
  security?: object[]
  'x-codeSamples'?: object[]
}

/**
 * Corrects the document in place and returns it. @fastify/swagger marks parameters with a default, and bodies without a
 * required member, as required. The services read an empty body as an empty object.
 */
export function repairDocument<D extends object>(document: D): D {
  // First the parameters of the path, then the required ones.
  const rankOf = (parameter: DocumentedParameter) =>
    parameter.in === 'path' ? 0 : parameter.required ? 1 : 2
  for (const { parameters = [], requestBody } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (parameter.schema?.default !== undefined) parameter.required = false
      // Fastify needs the names of header fields in lower case. People know them as `If-Match`.
      if (parameter.in === 'header') {
        parameter.name = parameter.name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
      }
    }
    parameters.sort((a, b) => rankOf(a) - rankOf(b))
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    if (requestBody && schemas.every((schema) => !schema?.required?.length)) requestBody.required = false
  }
  return document
}

/** Maximum number of errors of one status that are listed. */
const MAX_TITLES = 3

/**
 * Removes in place what only programs need, fills in examples of what is served, and returns the document. All errors have one
 * format, so that the first one of an operation shows it, and many errors of one status are counted. The greatest number that JSON
 * has in every language is no limit that a reader looks for.
 * @param errorsPage how the page with all errors is named: with a link, except in Redoc, whose descriptions of responses are buttons
 */
export function shortenForReaders<D extends object>(
  document: D,
  { findExamples }: Pick<LandingPage, 'findExamples'>,
  errorsPage = 'the page Errors',
): D {
  const examples = findExamples?.() ?? {}
  for (const { parameters = [], responses = {} } of operationsOf(document)) {
    const [, ...others] = Object.keys(responses).filter((status) => Number(status) >= 400)
    for (const status of others) delete responses[status]?.content
    for (const response of Object.values(responses)) {
      const titles = response.description?.split('; ') ?? []
      if (titles.length > MAX_TITLES)
        response.description = `${titles[0]}, or one of ${titles.length - 1} other errors, which ${errorsPage} explains.`
    }
    for (const parameter of parameters) {
      const { name, schema, example } = parameter
      if (schema?.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
      if (typeof example === 'string') parameter.example = examples[name] ?? example
    }
  }
  return document
}

/**
 * Moves the defaults of parameters into their descriptions, in place, and returns the document. It is for
 * Swagger UI only, which would send every default: mutually exclusive parameters could not be tried, and
 * every URL would be long.
 */
export function moveDefaultsToDescriptions<D extends object>(document: D): D {
  for (const parameter of operationsOf(document).flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.schema?.default === undefined) continue
    parameter.description = `${parameter.description ?? ''} Default: \`${parameter.schema.default}\`.`.trim()
    delete parameter.schema.default
  }
  return document
}

/** The operations of a document by path and method. */
export function pathsOf(document: object): Record<string, Record<string, DocumentedOperation>> {
  return (document as { paths?: ReturnType<typeof pathsOf> }).paths ?? {}
}

function operationsOf(document: object): DocumentedOperation[] {
  return Object.values(pathsOf(document)).flatMap((path) => Object.values(path))
}
