// Defines the result of an operation: its content, and how it can be cached. A result does not depend on
// HTTP.

/** The content of a result: a value, the value as JSON, or text. */
export type Content<T> = {
  /** The URL of the next page. Null or undefined when there is no next page. */
  readonly next?: string | null
} & (
  | { readonly value: T; readonly alternatives?: Alternatives }
  | { readonly json: string; readonly alternatives?: Alternatives }
  | { readonly text: string; readonly mediaType: string }
)

/** The other representations, by media type. They are rendered on demand. */
export type Alternatives = Readonly<Record<string, () => string>>

/** A result of an operation. */
export type Result<T = unknown> =
  /**
   * A result for this call only. It must not be cached. `revision` is the revision of the resource after the
   * call.
   */
  | {
      readonly cache: 'none'
      readonly content: Content<T>
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

/**
 * Creates a result that is not cached.
 * @param revision the revision of the resource after the call
 * @param isReplayed whether it is the result of an earlier request with the same key
 */
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
  return 'json' in content ? JSON.parse(content.json) : content.text
}
