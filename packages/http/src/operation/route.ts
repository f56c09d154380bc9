// Converts an operation to a Fastify route. The route reads the input, calls `run`, and sends the result.
import { AppError } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import type { FastifyContextConfig, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { toIssuesError } from '../input/issues.ts'
import { coerceValues, type RawValues } from '../input/values.ts'
import type { ErrorFormat } from '../problems/error-response.ts'
import { readPrecondition } from './conditional.ts'
import { describeResponses, requestHeaders } from './describe.ts'
import { readRequestKey } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { createCacheHook, type ResponseCache } from './response-cache.ts'
import { sendResult } from './send.ts'

/** Rejects a request whose caller must not call the operation. It runs before the body of the request is read. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The authorization of callers by scope. */
export interface Authorization<Scope extends string> {
  /** Creates the guard of operations that require a scope. */
  guard(scope: Scope): Guard
  /** The OpenAPI security requirements of an operation that requires a scope. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** Options of {@link routeOf}. They are the same for all operations of a service. */
export interface RouteOptions<Context, Scope extends string> {
  readonly context: Context
  readonly errorFormat: ErrorFormat
  readonly authorization?: Authorization<Scope> | undefined
  /** Keeps responses that are the same for every client. By default, none is kept. */
  readonly cache?: ResponseCache | undefined
}

/** Creates the route of an operation. @throws Error when it requires a scope and there is no authorization */
export function routeOf<Context, Scope extends string>(
  operation: Operation<Context, Scope>,
  { context, errorFormat, authorization, cache }: RouteOptions<Context, Scope>,
) {
  const { id, method, path, access, result, isLimited } = operation
  if (access !== 'public' && !authorization) throw new Error(`${id}: expected an authorization for ${access}`)
  const isNegotiated = result.schema !== undefined && result.alternatives !== undefined
  // The cache has one representation per URL.
  const keptIn = result.cache === 'shared' && !isNegotiated ? cache : undefined
  const guard = access === 'public' ? undefined : authorization?.guard(access)
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(operation, errorFormat, guard && authorization?.security),
    ...(guard && { onRequest: guard }),
    ...(keptIn && { preParsing: createCacheHook(keptIn) }),
    config: { ...(isLimited === false && { rateLimit: false }) } as FastifyContextConfig,
    attachValidation: method === 'GET',
    async handler(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (request.validationError)
        throw await findOtherIssues(request.validationError, operation, request, context)
      const found = await operation.run(readInput(operation, request), context)
      sendResult(request, reply, found, isNegotiated, keptIn)
    },
  }
}

/**
 * Finds what else is wrong with an invalid query, so that one error names it all: values that the data does not have, and
 * parameters that contradict each other. The operation, which only reads, runs with the valid parameters.
 */
async function findOtherIssues<Context>(
  error: Error,
  operation: Operation<Context, string>,
  request: FastifyRequest,
  context: Context,
): Promise<Error> {
  const { query = NO_PARAMETERS } = operation.input
  if (!(error instanceof AppError)) return error
  const invalid = new Set(error.issues.map(({ parameter }) => parameter))
  if (query.required?.some((name) => invalid.has(name))) return error
  const values = Object.entries(coerceValues(query, request.query as RawValues))
  const valid = Object.fromEntries(values.filter(([name]) => !invalid.has(name)))
  try {
    await operation.run({ ...valid, ...(request.params as object) }, context)
  } catch (other) {
    if (other instanceof AppError && other.definition === error.definition)
      return toIssuesError(error.definition, [...error.issues, ...other.issues])
  }
  return error
}

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false })

/** Returns the schema of a route, for the validation of its input and for the OpenAPI document. */
function schemaOf<Context, Scope extends string>(
  operation: Operation<Context, Scope>,
  errorFormat: ErrorFormat,
  security: Authorization<Scope>['security'] | undefined,
): FastifySchema {
  const { id, access, tag, summary, description, input } = operation
  const requirement = access === 'public' ? '' : `\n\nRequires the scope \`${access}\`.`
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${requirement}`,
    ...(security && { security }),
    ...(input.path && { params: input.path }),
    querystring: input.query ?? NO_PARAMETERS,
    ...(input.body && { body: input.body }),
    ...requestHeaders(operation),
    response: describeResponses(operation, errorFormat),
  } as FastifySchema
}

/** Merges the members of path, query and body, and reads the header fields that the operation knows. */
function readInput(
  { id, isConditional, isRepeatable }: Operation<never, string>,
  { params, query, body, headers, callerId }: FastifyRequest,
): Record<string, unknown> {
  // Unlike a spread, `assign` gives the inputs of all requests with the same members the same hidden class.
  const input: Record<string, unknown> = Object.assign({}, query, params, body)
  const { 'if-match': ifMatch, 'idempotency-key': key } = headers
  if (isConditional && ifMatch !== undefined) input.precondition = readPrecondition(ifMatch)
  if (isRepeatable && key !== undefined) {
    const repeatable = { key: String(key), name: 'Idempotency-Key', operationId: id, callerId, body, ifMatch }
    input.requestKey = readRequestKey(repeatable)
  }
  return input
}
