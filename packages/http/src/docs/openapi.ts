// Generates the OpenAPI 3.1 document from the schemas of the routes.
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { LandingPage } from './landing-page.ts'
import { repairDocument } from './openapi-repairs.ts'

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type SecuritySchemes = NonNullable<NonNullable<OpenApi['components']>['securitySchemes']>

/** The documentation of an API, besides its operations. */
export interface ApiDescription extends LandingPage {
  readonly version: string
  /** Markdown. It introduces the API and documents the rules that apply to all operations. */
  readonly description: string
  readonly license: { readonly name: string; readonly identifier: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** The OpenAPI security schemes. Undefined when every operation is public. */
  readonly securitySchemes?: SecuritySchemes
}

/**
 * Registers the generation of the OpenAPI document. It contains the routes that are registered after this
 * call.
 * @see https://github.com/fastify/fastify-swagger
 */
export async function registerOpenApi(app: FastifyInstance, api: ApiDescription): Promise<void> {
  const { title, version, description, license, tags, securitySchemes } = api
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
      'openapiObject' in document ? repairDocument(document.openapiObject) : document.swaggerObject,
  })
}
