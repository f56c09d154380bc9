// What @fastify/swagger publishes wrongly, put right after it: a parameter with a default is not required.

interface Parameter {
  required?: boolean
  schema?: { default?: unknown }
}

/** The document with the repairs made. */
export function repairDocument<D extends object>(document: D): D {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { parameters?: Parameter[] }>> }
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.schema?.default !== undefined) parameter.required = false
    }
  }
  return document
}
