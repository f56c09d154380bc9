// What @fastify/swagger publishes wrongly, put right after it: a parameter with a default is not required, nor is
// a body whose schema requires no member, since an empty body is read as an empty object.

interface Operation {
  parameters?: { required?: boolean; schema?: { default?: unknown } }[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: string[] } }> }
}

/** The document with the repairs made. */
export function repairDocument<D extends object>(document: D): D {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const { parameters = [], requestBody } of Object.values(paths).flatMap((path) =>
    Object.values(path),
  )) {
    for (const parameter of parameters) {
      if (parameter.schema?.default !== undefined) parameter.required = false
    }
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    if (requestBody && schemas.every((schema) => !schema?.required?.length)) requestBody.required = false
  }
  return document
}
