// Corrects the document of @fastify/swagger. A parameter with a default is not required. A body whose schema requires
// no member is not required either, because an empty body is read as an empty object.

interface Operation {
  parameters?: { required?: boolean; description?: string; schema?: { default?: unknown } }[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: string[] } }> }
}

/** Applies the corrections to the document and returns it. */
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
 * Moves the defaults of parameters into their descriptions, for Swagger UI. Swagger UI fills in every default and
 * sends it. Mutually exclusive parameters could not be tried, and every URL would be long.
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
