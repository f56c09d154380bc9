// The result of an operation: a value with its caching metadata. It is independent of HTTP.

/** A serialized representation. A large list of pieces is sent piece by piece, without joining them. */
export type Body = string | readonly Uint8Array[]

/** The content of a result. */
export type Content<T> = {
  /** The URL of the next page; null or absent when there is none. */
  readonly next?: string | null
} & (
  | { readonly value: T; readonly alternatives?: Alternatives }
  /** The value, serialized as JSON. */
  | { readonly json: Body; readonly alternatives?: Alternatives }
  | { readonly text: Body; readonly mediaType: string }
)

/** Further representations by media type. They are rendered on demand. */
export type Alternatives = Readonly<Record<string, () => Body>>

/** A result of an operation. */
export type Result<T = unknown> =
  /**
   * A result for this call alone; it must not be cached. `revision` is the revision of the resource after the call.
   */
  | { readonly cache: 'none'; readonly content: Content<T>; readonly revision?: string }
  /**
   * A cacheable result: the same for every caller (`shared`) or for this caller (`private`), as long as `revision`
   * and `key` are the same. `render` is called only when the caller's cached representation does not match.
   */
  | {
      readonly cache: 'shared' | 'private'
      readonly revision: string
      readonly key?: string
      readonly render: () => Content<T>
    }

/** Creates a result that is not cached. `revision` is the revision of the resource after the call. */
export function uncached<T>(value: T, revision?: string): Result<T> {
  return { cache: 'none', content: { value }, ...(revision !== undefined && { revision }) }
}
