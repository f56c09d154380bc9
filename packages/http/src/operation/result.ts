// Defines the result of an operation: its content, and how it can be cached. A result does not depend on
// HTTP.
import { type ByteString, fromByteString } from '@qb/core/byte-string'

/**
 * A serialised representation. Chunks are sent in order, and large bodies are sent without joining their
 * chunks.
 */
export type Body = string | readonly Uint8Array[]

/** The content of a result. */
export type Content<T> = {
  /** The URL of the next page. Null or undefined when there is no next page. */
  readonly next?: string | null
} & (
  | { readonly value: T; readonly alternatives?: Alternatives }
  /** The value, serialised as JSON. */
  | { readonly json: Body; readonly alternatives?: Alternatives }
  /** The value, serialised as JSON and encoded. */
  | { readonly encodedJson: ByteString }
  | { readonly text: Body; readonly mediaType: string }
)

/** The other representations, by media type. They are rendered on demand. */
export type Alternatives = Readonly<Record<string, () => Body>>

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
   * as `revision` and `key` are the same. `render` is called when the cached representation of the caller is not
   * current, and when the response is kept for other callers.
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
  if ('encodedJson' in content) return JSON.parse(fromByteString(content.encodedJson))
  const body = 'json' in content ? content.json : content.text
  const string = typeof body === 'string' ? body : Buffer.concat(body).toString()
  return 'json' in content ? JSON.parse(string) : string
}
