// Derives the JSON Schemas of a tool from those of an operation. What a request has in header fields are arguments of the
// tool, and what a response has in header fields are members of its result.
import type { Operation } from '@qb/http'
import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'

/** The members of an operation that the schemas depend on. */
type DescribedOperation = Pick<
  Operation<never, string>,
  'input' | 'result' | 'schemas' | 'isConditional' | 'isRepeatable' | 'functionDefinition'
>

const IF_MATCH = {
  if_match: Type.Optional(
    Type.String({
      description:
        'The `revision` of an earlier result. If the changelog has a different revision, the call fails and changes nothing.',
    }),
  ),
}

const IDEMPOTENCY_KEY = {
  idempotency_key: Type.Optional(
    Type.String({
      description:
        'A key of 1 to 255 visible ASCII characters that names this call, for example a UUID. When the call is repeated with the same key and the same arguments, it takes effect once, and the first result is returned.',
    }),
  ),
}

const REVISION = {
  revision: Type.Optional(
    Type.String({ description: 'The revision of the changelog after the call. `if_match` accepts it.' }),
  ),
}

const IDEMPOTENCY_REPLAYED = {
  idempotency_replayed: Type.Optional(
    Type.Literal(true, {
      description: 'Present when this is the result of an earlier call with the same `idempotency_key`.',
    }),
  ),
}

/**
 * Returns the schema of the arguments: the parameters of the operation, and the arguments for the header fields of a
 * request. The members that the function definition requires are required.
 */
export function toInputSchema({
  input,
  isConditional,
  isRepeatable,
  functionDefinition,
}: DescribedOperation): TObject {
  return Type.Object(
    {
      ...input.path?.properties,
      ...input.query?.properties,
      ...input.body?.properties,
      ...functionDefinition?.parameters.properties,
      ...(isConditional && IF_MATCH),
      ...(isRepeatable && IDEMPOTENCY_KEY),
    },
    { additionalProperties: false },
  )
}

/** Returns the schema of the result: that of the operation, and members for the header fields of a response. */
export function toOutputSchema({
  result,
  schemas = [],
  isConditional,
  isRepeatable,
}: DescribedOperation): TSchema {
  const { description, properties } = result.schema as TObject
  const headers = Object.entries(result.headers ?? {}).map(
    ([name, text]) => [toMemberName(name), Type.Optional(Type.String({ description: text }))] as const,
  )
  const schema = Type.Object(
    {
      ...properties,
      ...(Object.fromEntries(headers) as TProperties),
      ...(isConditional && REVISION),
      ...(isRepeatable && IDEMPOTENCY_REPLAYED),
    },
    { additionalProperties: false, ...(description !== undefined && { description }) },
  )
  return resolveReferences(schema, schemas)
}

/** Returns the name of the member for a header field: `Changes-Base` becomes `changes_base`. */
export function toMemberName(headerName: string): string {
  return headerName.toLowerCase().replaceAll('-', '_')
}

/**
 * Replaces references by the schemas with their `$id`, because a client sees this schema alone. Ids and examples are
 * removed.
 */
function resolveReferences(schema: TSchema, referenced: readonly TSchema[]): TSchema {
  const byId = new Map(referenced.map((candidate) => [candidate.$id, candidate]))
  return JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === '$id' || key === 'examples') return undefined
      return byId.get(value?.$ref) ?? value
    }),
  )
}
