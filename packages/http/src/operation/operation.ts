// The type of operations. An operation is a value that describes one thing a service can do. Routes, OpenAPI,
// authorization, function definitions and the landing page are derived from it.
import type { ErrorDefinition } from '@qb/core/errors'
import type { Precondition } from '@qb/core/revision'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Result } from './result.ts'

/** The input schemas of an operation, one per part of the request. */
export interface InputSchemas {
  readonly path?: TObject
  readonly query?: TObject
  readonly body?: TObject
}

type StaticOf<S> = S extends TSchema ? Static<S> : unknown
type Flat<T> = { [K in keyof T]: T[K] }

/** The input of `run`: the members of path, query and body in one object. Their names never collide. */
export type InputOf<S extends InputSchemas> = Flat<
  StaticOf<S['path']> & StaticOf<S['query']> & StaticOf<S['body']>
> & {
  /** Present only in operations with `isConditional`. */
  readonly precondition?: Precondition
}

/** The documentation of a successful response. */
export interface ResultDescription<R extends TSchema = TSchema> {
  readonly description: string
  /**
   * Schema of the JSON body; absent when there is no JSON representation. With an `$id` it becomes a model of the
   * docs.
   */
  readonly schema?: R
  /** Further representations, by media type. */
  readonly alternatives?: Readonly<Record<string, TSchema>>
  /** Which caches may store the response; see {@link Result}. Documents `ETag`, `Cache-Control` and 304. */
  readonly cache?: 'shared' | 'private'
  /** Whether the response has a `Link` with `rel="next"`. The last page has none. */
  readonly paged?: boolean
}

/** A tool for language-model assistants, derived from an operation. */
export interface AssistantTool {
  /** Name in snake case, as tool calling requires. */
  readonly name: string
  readonly description: string
  /** All members are required, as strict tool calling demands. */
  readonly parameters: TObject
}

/**
 * One operation of a service.
 * @typeParam Context the dependencies of `run`: the same object for every operation of a service
 * @typeParam Scope the scopes that callers can have; `never` when every operation is public
 */
export interface Operation<
  Context,
  Scope extends string = never,
  S extends InputSchemas = InputSchemas,
  R extends TSchema = TSchema,
> {
  /** The `operationId` of OpenAPI, in camel case. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** An OpenAPI path template: `/api/v1/questions/{category}`. */
  readonly path: `/${string}`
  /** Required access: `public`, or the scope that the caller must have. */
  readonly access: 'public' | Scope
  readonly tag: string
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly input: S
  /** Whether callers can pass a precondition on the current revision. Over HTTP it is `If-Match`. */
  readonly isConditional?: boolean
  readonly result: ResultDescription<R>
  /** Schemas with an `$id` that input and result reference with `ref`. They become models of the docs. */
  readonly models?: readonly TSchema[]
  /** The errors that `run` can end in. Validation, authorization and limits add their own. */
  readonly errors: readonly ErrorDefinition[]
  readonly tool?: AssistantTool
  /** Runs the operation, independent of HTTP. The input is already validated. The result is a value. */
  run(input: InputOf<S>, context: Context): Result<Static<R>> | Promise<Result<Static<R>>>
}

/** Fixes the context and the scopes of a service. The returned function defines one operation. */
export function operationsFor<Context, Scope extends string = never>() {
  return <const S extends InputSchemas, R extends TSchema>(
    operation: Operation<Context, Scope, S, R>,
  ): Operation<Context, Scope, S, R> => operation
}

/**
 * The literal path segments at the position of the last parameter of `template`. An id must not equal any of them.
 */
export function literalSegments(
  operations: readonly { readonly path: string }[],
  template: string,
): string[] {
  const prefix = template.slice(0, template.lastIndexOf('{'))
  const segments = operations
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path }) => path.slice(prefix.length).split('/')[0] ?? '')
  return [...new Set(segments)].filter((segment) => segment !== '' && !segment.startsWith('{'))
}

/** The models of the given operations, without duplicates, in order of first appearance. */
export function modelsOf(
  operations: readonly Pick<Operation<never, string>, 'result' | 'models'>[],
): readonly TSchema[] {
  const schemas = operations.flatMap(({ result, models = [] }) => [
    ...models,
    ...(result.schema ? [result.schema] : []),
  ])
  return [...new Set(schemas)].filter(({ $id }) => $id !== undefined)
}
