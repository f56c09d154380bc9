// Configures validation with Ajv, without coercion and without removal of unknown members. The schemas of
// responses are for documentation only: they do not serialise responses.
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { compileBodyValidator } from './body.ts'
import { compileQueryValidator } from './query.ts'

/** Registers strict validation. @param schemas the schemas with an `$id`, which other schemas reference */
export function validateStrictly(app: FastifyInstance, schemas: readonly TSchema[]): void {
  const ajv = createAjv()
  for (const schema of schemas) {
    ajv.addSchema(schema)
    app.addSchema(schema)
  }
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'querystring') return compileQueryValidator(ajv, schema as TObject)
    return httpPart === 'body' ? compileBodyValidator(ajv, schema as TSchema) : ajv.compile(schema as TSchema)
  })
  app.setSerializerCompiler(() => JSON.stringify)
}

/** Compiles a function that validates its argument, or throws AppError `http/invalid_parameters`. */
export function compileInput<S extends TObject>(schema: S): (value: unknown) => Static<S> {
  const validate = compileBodyValidator(createAjv(), schema, HTTP_ERRORS.invalid_parameters)
  return (value) => {
    const validated = validate(value)
    if ('error' in validated) throw validated.error
    return validated.value as Static<S>
  }
}

function createAjv(): Ajv {
  // Ajv stops at the first issue, because a client controls how many there are. The issues for the error are
  // found later.
  // A test validates the schemas of all operations, so the start of a service does not.
  return new Ajv({ strict: true, validateSchema: false })
}
