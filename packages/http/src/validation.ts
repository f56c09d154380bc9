// Validation by Ajv with nothing coerced and nothing removed; answers are documented by schemas, not rebuilt by them.
import type { TObject, TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { compileBody } from './body.ts'
import { compileQuery } from './query.ts'

/** Makes the app validate strictly; `models` are the schemas that others refer to by their `$id`. */
export function validateStrictly(app: FastifyInstance, models: readonly TSchema[]): void {
  const ajv = new Ajv({ allErrors: true, strict: true })
  for (const model of models) {
    ajv.addSchema(model)
    app.addSchema(model)
  }
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = ajv.compile(schema as TSchema)
    if (httpPart === 'querystring') return compileQuery(schema as TObject, validate)
    return httpPart === 'body' ? compileBody(schema as TSchema, validate) : validate
  })
  app.setSerializerCompiler(() => JSON.stringify)
}
