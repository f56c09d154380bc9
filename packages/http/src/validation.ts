// Validation by Ajv with nothing coerced and nothing removed; answers are documented by schemas, not rebuilt by them.
import type { TObject, TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { compileBody } from './body.ts'
import { compileQuery } from './query.ts'

/** Makes the app validate strictly; `models` are the schemas that others refer to by their `$id`. */
export function validateStrictly(app: FastifyInstance, models: readonly TSchema[]): void {
  // It stops at the first error: a client decides how many there are. What is wrong is looked for afterwards.
  const ajv = new Ajv({ strict: true })
  for (const model of models) {
    ajv.addSchema(model)
    app.addSchema(model)
  }
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'querystring') return compileQuery(ajv, schema as TObject)
    return httpPart === 'body' ? compileBody(ajv, schema as TSchema) : ajv.compile(schema as TSchema)
  })
  app.setSerializerCompiler(() => JSON.stringify)
}
