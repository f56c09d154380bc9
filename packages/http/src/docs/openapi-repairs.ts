// Corrects the OpenAPI document that @fastify/swagger generates. The plugin marks parameters with a default,
// and bodies without a required member, as required. Such parameters and bodies are optional: the services
// read an empty body as an empty object. Parameters of the path are listed first, then the required ones.

interface DocumentedParameter {
  in?: string
  required?: boolean
  description?: string
  schema?: { default?: unknown }
}

interface DocumentedOperation {
  parameters?: DocumentedParameter[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: string[] } }> }
}

/** Corrects the document in place and returns it. */
export function repairDocument<D extends object>(document: D): D {
  for (const { parameters = [], requestBody } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (parameter.schema?.default !== undefined) parameter.required = false
    }
    parameters.sort((a, b) => rankOf(a) - rankOf(b))
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    if (requestBody && schemas.every((schema) => !schema?.required?.length)) requestBody.required = false
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

/** The position of a parameter: those of the path, then the required ones, then the others. */
function rankOf(parameter: DocumentedParameter): number {
  if (parameter.in === 'path') return 0
  return parameter.required ? 1 : 2
}

function operationsOf(document: object): DocumentedOperation[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, DocumentedOperation>> }
  return Object.values(paths).flatMap((path) => Object.values(path))
}
