// Derives the tools of MCP from operations. A tool validates its arguments as the route of the operation validates a
// request, and calls the same `run`.
import { AppError, defineErrors } from '@qb/core/errors'
import {
  closedObject,
  compileInput,
  HTTP_ERRORS,
  readPrecondition,
  readRequestKey,
  readValue,
} from '@qb/http'
import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { ChangelogContext, ChangelogOperation } from '../context.ts'

const MCP_ERRORS = defineErrors('mcp', {
  /** A result of one tool, as text and as a value, takes ten times the memory of its JSON. */
  result_too_large: { outcome: 'too_large' },
})

/** Maximum size of the JSON of a result, in bytes. It is more than a language model can read. */
export const MAX_RESULT_BYTES = 512 * 1024

export type ToolOutput = Readonly<Record<string, unknown>>

type FunctionDefinition = NonNullable<ChangelogOperation['functionDefinition']>

/** A tool: an operation that a language model can call. */
export type Tool = ReturnType<typeof deriveTool>

/** Derives the tool of an operation. */
export function deriveTool(
  operation: ChangelogOperation,
  { name, description, alternatives = {}, isDestructive: destructiveHint = false }: FunctionDefinition,
  context: ChangelogContext,
) {
  const { id: operationId, method, path, summary: title, access } = operation
  const isReadOnly = method === 'GET'
  const inputSchema = toInputSchema(operation)
  const validate = compileInput(inputSchema)
  return {
    name,
    title,
    description,
    access,
    inputSchema: inputSchema as object,
    outputSchema: toOutputSchema(operation) as object,
    // A call that writes is idempotent only with a key.
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint,
      idempotentHint: isReadOnly,
      openWorldHint: false,
    },
    /** Calls the operation. @throws AppError of it, `http/invalid_parameters`, or `mcp/result_too_large` */
    async call(args: unknown, callerId: string): Promise<ToolOutput> {
      const {
        if_match: revision,
        idempotency_key: key,
        ...body
      } = validate(withoutNulls(args)) as {
        readonly if_match?: string
        readonly idempotency_key?: string
        readonly [name: string]: unknown
      }
      for (const [member, others] of Object.entries(alternatives)) {
        if ([member, ...others].some((given) => body[given] !== undefined)) continue
        const message = `${member}: expected ${[member, ...others].join(' or ')}, got nothing`
        throw new AppError(HTTP_ERRORS.invalid_parameters, message)
      }
      // The value of `If-Match` has quotes, or is `*`. It is accepted as well.
      const isQuoted = /^\s*(?:\*|"|W\/)/.test(revision ?? '')
      const ifMatch = revision === undefined || isQuoted ? revision : `"${revision}"`
      const precondition = readPrecondition(ifMatch)
      const request = { name: 'idempotency_key', operationId, callerId, body, ifMatch }
      const result = await operation.run(
        {
          ...body,
          ...(precondition && { precondition }),
          ...(key !== undefined && { requestKey: readRequestKey({ ...request, key }) }),
        },
        context,
      )
      const value = readValue(result)
      if (result.cache === 'none') checkSize(value, `${method} ${path}`)
      const { revision: newRevision, isReplayed, headers = {} } = result.cache === 'none' ? result : {}
      const members = Object.entries(headers).map(([field, value]) => [toMemberName(field), value] as const)
      return {
        ...(value as ToolOutput),
        ...Object.fromEntries(members),
        ...(newRevision !== undefined && { revision: newRevision }),
        ...(isReplayed && { idempotency_replayed: true }),
      }
    },
  }
}

/** Removes arguments that are null, with which many models leave out what is optional. */
function withoutNulls(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

/** Checks the size of a result. Only a list of changes and the diff of a dry run can be large. */
function checkSize(value: unknown, path: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes <= MAX_RESULT_BYTES) return
  const message = `expected a result of at most ${MAX_RESULT_BYTES} bytes, got ${bytes}; use arguments that select less, or ${path}`
  throw new AppError(MCP_ERRORS.result_too_large, message)
}

const IF_MATCH = Type.String({
  description:
    'The `revision` of an earlier result. If the changelog has a different revision, the call fails and changes nothing.',
})
const IDEMPOTENCY_KEY = Type.String({
  description:
    'A key of 1 to 255 visible ASCII characters that names this call, for example a UUID. When the call is repeated with the same key and the same arguments, it takes effect once, and the first result is returned.',
})
const REVISION = Type.String({
  description: 'The revision of the changelog after the call. `if_match` accepts it.',
})
const IDEMPOTENCY_REPLAYED = Type.Literal(true, {
  description: 'Present when this is the result of an earlier call with the same `idempotency_key`.',
})

/**
 * Returns the schema of the arguments of a tool. The header fields of a request are arguments of it. The function definition
 * says which members are required, unless others can take their place.
 */
function toInputSchema(operation: ChangelogOperation): TObject {
  const { input, isConditional, isRepeatable, functionDefinition } = operation
  const { parameters, alternatives = {} } = functionDefinition ?? {}
  const replaceable = Object.entries(parameters?.properties ?? {}).filter(([name]) => name in alternatives)
  return closedObject({
    ...input.path?.properties,
    ...input.query?.properties,
    ...input.body?.properties,
    ...parameters?.properties,
    ...Object.fromEntries(replaceable.map(([name, schema]) => [name, Type.Optional(schema)] as const)),
    ...(isConditional && { if_match: Type.Optional(IF_MATCH) }),
    ...(isRepeatable && { idempotency_key: Type.Optional(IDEMPOTENCY_KEY) }),
  })
}

/** Returns the schema of the result of a tool. The header fields of a response are members of it. */
function toOutputSchema({ result, schemas = [], isConditional, isRepeatable }: ChangelogOperation): TSchema {
  const { description, properties } = result.schema as TObject
  const headers = Object.entries(result.headers ?? {}).map(
    ([name, text]) => [toMemberName(name), Type.Optional(Type.String({ description: text }))] as const,
  )
  const schema = closedObject(
    {
      ...properties,
      ...(Object.fromEntries(headers) as TProperties),
      ...(isConditional && { revision: Type.Optional(REVISION) }),
      ...(isRepeatable && { idempotency_replayed: Type.Optional(IDEMPOTENCY_REPLAYED) }),
    },
    { ...(description !== undefined && { description }) },
  )
  return resolveReferences(schema, schemas)
}

/** Returns the name of the member for a header field: `Changes-Base` becomes `changes_base`. */
function toMemberName(headerName: string): string {
  return headerName.toLowerCase().replaceAll('-', '_')
}

/** Replaces references by their schemas, because a client sees this schema alone. Removes ids and examples. */
function resolveReferences(schema: TSchema, referenced: readonly TSchema[]): TSchema {
  const byId = new Map(referenced.map((candidate) => [candidate.$id, candidate]))
  return JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === '$id' || key === 'examples') return undefined
      return byId.get(value?.$ref) ?? value
    }),
  )
}
