// Derives the tools of MCP from operations. A tool validates its arguments as the route of the operation validates a
// request, and calls the same `run`.
import { compileInput, type Operation, readPrecondition, readRequestKey, readValue } from '@qb/http'
import type { Scope } from '../auth/scopes.ts'
import type { ChangelogContext } from '../context.ts'
import { toInputSchema, toMemberName, toOutputSchema } from './tool-schemas.ts'

/** The content of the result of a tool. It is an object, as the output schema says. */
export type ToolOutput = Readonly<Record<string, unknown>>

/** A tool: an operation that a language model can call. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The scope that a caller must have. */
  readonly access: Operation<ChangelogContext, Scope>['access']
  readonly inputSchema: object
  readonly outputSchema: object
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  /** @throws AppError an error of the operation, or `http/invalid_parameters` */
  readonly call: (args: unknown, callerId: string) => Promise<ToolOutput>
}

/** Derives the tools: one for each operation with a function definition. */
export function deriveTools(
  operations: readonly Operation<ChangelogContext, Scope>[],
  context: ChangelogContext,
): Tool[] {
  return operations.flatMap((operation) => {
    const { functionDefinition, summary, access, method } = operation
    if (!functionDefinition) return []
    const { name, description, isDestructive = false } = functionDefinition
    const isReadOnly = method === 'GET'
    return {
      name,
      title: summary,
      description,
      access,
      inputSchema: toInputSchema(operation),
      outputSchema: toOutputSchema(operation),
      annotations: {
        readOnlyHint: isReadOnly,
        destructiveHint: isDestructive,
        // A call that writes is idempotent only with a key.
        idempotentHint: isReadOnly,
        openWorldHint: false,
      },
      call: createCall(operation, context),
    }
  })
}

function createCall(operation: Operation<ChangelogContext, Scope>, context: ChangelogContext): Tool['call'] {
  const validate = compileInput(toInputSchema(operation))
  return async (args, callerId) => {
    const { if_match: revision, idempotency_key: key, ...body } = validate(args) as Arguments
    const ifMatch = revision === undefined ? undefined : toIfMatch(revision)
    const precondition = readPrecondition(ifMatch)
    const request = { name: 'idempotency_key', operationId: operation.id, callerId, body, ifMatch }
    const result = await operation.run(
      {
        ...body,
        ...(precondition && { precondition }),
        ...(key !== undefined && { requestKey: readRequestKey({ ...request, key }) }),
      },
      context,
    )
    const { revision: newRevision, isReplayed, headers = {} } = result.cache === 'none' ? result : {}
    const members = Object.entries(headers).map(([name, value]) => [toMemberName(name), value] as const)
    return {
      ...(readValue(result) as ToolOutput),
      ...Object.fromEntries(members),
      ...(newRevision !== undefined && { revision: newRevision }),
      ...(isReplayed && { idempotency_replayed: true }),
    }
  }
}

interface Arguments {
  readonly if_match?: string
  readonly idempotency_key?: string
  readonly [name: string]: unknown
}

/** Converts a revision to the value of `If-Match`. Such a value, with its quotes, is returned unchanged. */
function toIfMatch(revision: string): string {
  return /^\s*(?:\*|"|W\/)/.test(revision) ? revision : `"${revision}"`
}
