// Defines operations. An operation is a value that describes one endpoint of a service and implements it, without HTTP.
// Routes, OpenAPI, authorization, function definitions and the landing page are derived from operations.
import type { ErrorDefinition } from '@qb/core/errors'
import type { Precondition } from '@qb/core/revision'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { RequestKey } from './idempotency.ts'

/** The input schemas of an operation: one per part of the request. */
export interface InputSchemas {
  readonly path?: TObject
  /** Without a schema, every query parameter is unknown, and the route rejects it. */
  readonly query?: TObject
  readonly body?: TObject
}

type StaticOf<S> = S extends TSchema ? Static<S> : unknown
type Simplify<T> = { [K in keyof T]: T[K] }

/** The input of `run`: the members of path, query and body in one object. Their names must not collide. */
export type InputOf<S extends InputSchemas> = Simplify<
  StaticOf<S['path']> & StaticOf<S['query']> & StaticOf<S['body']>
> & {
  /** Present only in operations with `isConditional`. */
  readonly precondition?: Precondition
  /** Present only in operations with `isRepeatable`. */
  readonly requestKey?: RequestKey
}

/** The documentation of a successful response. */
export interface ResultDescription<R extends TSchema = TSchema> {
  readonly description: string
  /** The schema of the JSON body. With an `$id`, it becomes a component of the OpenAPI document. */
  readonly schema?: R
  /** An example of the JSON body, when that of the schema is one of another operation. */
  readonly example?: object
  /** The schemas of the other representations, by media type. */
  readonly alternatives?: Readonly<Record<string, TSchema>>
  /** The caches that may store the response; see {@link Result}. */
  readonly cache?: 'shared' | 'private'
  /** Whether the response is a page. All pages but the last have a `Link` header field with `rel="next"`. */
  readonly paged?: boolean
  /** The descriptions of further header fields, by name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A function definition, with which a language model can call an operation. */
export interface FunctionDefinition {
  /** The name in snake case, as function calling requires. */
  readonly name: string
  readonly description: string
  /** All members must be required, as the strict mode of function calling demands. */
  readonly parameters: TObject
  /** The arguments of a tool that can take the place of one of these members. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>>
  /** Whether a call cannot be undone by another call. Assistants can ask a person before they call it. */
  readonly isDestructive?: boolean
}

/**
 * One operation of a service.
 * @typeParam Context the dependencies of `run`; all operations of a service have the same context
 * @typeParam Scope the scopes that a caller can have; `never` when every operation is public
 */
export interface Operation<
  Context,
  Scope extends string = never,
  S extends InputSchemas = InputSchemas,
  R extends TSchema = TSchema,
> {
  /** The `operationId` in OpenAPI, in camel case. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** An OpenAPI path template, such as `/api/v1/questions/{category}`. */
  readonly path: `/${string}`
  /** The required access: `public`, or the scope that the caller must have. */
  readonly access: 'public' | Scope
  readonly tag: string
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly input: S
  /** Whether requests count for the rate limit. Default: true. Probes do not, because their clients end healthy processes. */
  readonly isLimited?: boolean
  /** Whether callers can require a revision of the resource. In HTTP, they send `If-Match`. */
  readonly isConditional?: boolean
  /** Whether callers can repeat a request without repeating its effect. In HTTP, they send `Idempotency-Key`. */
  readonly isRepeatable?: boolean
  readonly result: ResultDescription<R>
  /** The schemas with an `$id` that input and result reference by `ref`. */
  readonly schemas?: readonly TSchema[]
  /** The errors that `run` can throw. Errors of validation, authorization and limits are not included. */
  readonly errors: readonly ErrorDefinition[]
  readonly functionDefinition?: FunctionDefinition
  /** Runs the operation with an input that is already validated. */
  run(input: InputOf<S>, context: Context): Result<Static<R>> | Promise<Result<Static<R>>>
}

/** The content of a result: a value, text, or JSON in UTF-8 with a character for each byte and a newline at its end. */
export type Content<T> = {
  /** The URL of the next page. Null or undefined when there is no next page. */
  readonly next?: string | null
} & (
  | { readonly value: T; readonly alternatives?: Alternatives }
  | { readonly json: string; readonly alternatives?: Alternatives }
  | { readonly text: string; readonly mediaType: string }
)

/** The texts of the other representations, by media type. They are rendered on demand. */
type Alternatives = Readonly<Record<string, () => string>>

/** A result of an operation. */
export type Result<T = unknown> =
  /** A result for this call only. It must not be cached. */
  | {
      readonly cache: 'none'
      readonly content: Content<T>
      /** The revision of the resource after the call. */
      readonly revision?: string
      /** Whether it is the result of an earlier request with the same key. */
      readonly isReplayed?: boolean
      /** Further header fields, by lower-case name. */
      readonly headers?: Readonly<Record<string, string>>
    }
  /**
   * A cacheable result. It is the same for every caller (`shared`), or for this caller (`private`), as long
   * as `revision` and `key` are the same. `render` is not called when the client has the current representation.
   */
  | {
      readonly cache: 'shared' | 'private'
      readonly revision: string
      readonly key?: string
      readonly render: () => Content<T>
    }

/** Creates a result that is not cached. */
export function uncached<T>(value: T, revision?: string, isReplayed = false): Result<T> {
  return {
    cache: 'none',
    content: { value },
    ...(revision !== undefined && { revision }),
    ...(isReplayed && { isReplayed }),
  }
}

/** Reads the value of a result. JSON is parsed; other text is returned unchanged. */
export function readValue(result: Result): unknown {
  const content = result.cache === 'none' ? result.content : result.render()
  if ('value' in content) return content.value
  if ('text' in content) return content.text
  return JSON.parse(Buffer.from(content.json, 'latin1').toString())
}

/** Returns a function that defines operations with a fixed context and fixed scopes. It returns its argument. */
export function createOperationDefiner<Context, Scope extends string = never>() {
  return <const S extends InputSchemas, R extends TSchema>(
    operation: Operation<Context, Scope, S, R>,
  ): Operation<Context, Scope, S, R> => operation
}

/** Lists the schemas with an `$id` of the given operations, without duplicates, in order of first appearance. */
export function collectSchemas(
  operations: readonly Pick<Operation<never, string>, 'result' | 'schemas'>[],
): readonly TSchema[] {
  const schemas = operations.flatMap(({ result, schemas = [] }) => [...schemas, result.schema])
  return [...new Set(schemas)].filter((schema): schema is TSchema => schema?.$id !== undefined)
}
