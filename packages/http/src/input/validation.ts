// Validates by Ajv without coercion and without removing members. Schemas document responses but do not serialize
// them.
import type { TObject, TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { compileBody } from './body.ts'
import { compileQuery } from './query.ts'

/** Makes the app validate strictly. `models` are the schemas that other schemas reference by `$id`. */
export function validateStrictly(app: FastifyInstance, models: readonly TSchema[]): void {
  // Ajv stops at the first error, because a client controls their number. The issues are searched afterwards.
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
