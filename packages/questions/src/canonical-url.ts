// Creates canonical URLs and cache keys. Requests with the same meaning have the same canonical URL, whatever
// the order of their parameters. It is the `next` of a page and part of the ETag.

/** The value of a query parameter. A parameter with undefined, false or an empty array is omitted. */
export type UrlValue = string | number | boolean | readonly string[] | undefined

/** Query parameters, in the order in which the URL has them. */
export type UrlQuery = readonly (readonly [name: string, value: UrlValue])[]

/** Returns a path with a query. The values of an array are sorted, without duplicates. */
export function canonicalUrl(path: string, query: UrlQuery): string {
  let url = path
  let separator = '?'
  for (const [name, value] of query) {
    if (value === undefined || value === false) continue
    const values = typeof value === 'object' ? sortedValues(value) : [value]
    for (const item of values) {
      url += `${separator}${name}=${typeof item === 'string' ? encodeUrlPart(item) : item}`
      separator = '&'
    }
  }
  return url
}

/** Matches texts that are equal when they are percent-encoded. */
const UNRESERVED = /^[\w.~-]*$/

/** Encodes a part of a path or a query. */
export function encodeUrlPart(text: string): string {
  return UNRESERVED.test(text) ? text : encodeURIComponent(text)
}

function sortedValues(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)].sort()
}

/**
 * Returns the cache key of a request, for operations that do not need its canonical URL.
 * @param name identifies the operation and its resource, such as `question/AST-0002`
 */
export function cacheKeyOf(name: string, query: UrlQuery): string {
  return canonicalUrl(name, query)
}
