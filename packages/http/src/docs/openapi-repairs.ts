// What @fastify/swagger publishes wrongly, put right after it: a parameter with a default is not required, nor is
// a body whose schema requires no member, since an empty body is read as an empty object.

interface Operation {
  parameters?: { required?: boolean; description?: string; schema?: { default?: unknown } }[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: string[] } }> }
}

/** The document with the repairs made. */
export function repairDocument<D extends object>(document: D): D {
  for (const { parameters = [], requestBody } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (parameter.schema?.default !== undefined) parameter.required = false
    }
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    if (requestBody && schemas.every((schema) => !schema?.required?.length)) requestBody.required = false
  }
  return document
}

/**
 * The document for Swagger UI, which fills in every default and then sends it: parameters that exclude each other
 * could not be tried, and each address would be a long one.
 */
export function tellDefaultsInWords<D extends object>(document: D): D {
  for (const parameter of operationsOf(document).flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.schema?.default === undefined) continue
    parameter.description = `${parameter.description ?? ''} Default: \`${parameter.schema.default}\`.`.trim()
    delete parameter.schema.default
  }
  return document
}

function operationsOf(document: object): Operation[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  return Object.values(paths).flatMap((path) => Object.values(path))
}
