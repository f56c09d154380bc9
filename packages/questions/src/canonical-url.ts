// Creates canonical URLs and cache keys. Requests with the same meaning have the same canonical URL, whatever
// the order of their parameters. It is the `next` of a page and part of the ETag.

/**
 * Query parameters, in the order in which the URL has them. False, undefined and empty arrays are omitted.
 */
export type UrlQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Returns a path with a query. The values of an array are sorted, without duplicates. */
export function canonicalUrl(path: string, query: UrlQuery): string {
  let url = path
  let separator = '?'
  const append = (name: string, value: string | number | boolean) => {
    url += `${separator}${name}=${typeof value === 'number' ? value : encodeURIComponent(value)}`
    separator = '&'
  }
  for (const name in query) {
    const value = query[name]
    if (value === undefined || value === false) continue
    if (typeof value !== 'object') append(name, value)
    else for (const item of [...new Set(value)].sort()) append(name, item)
  }
  return url
}

/**
 * Returns the cache key of a request, for operations that do not need its canonical URL.
 * @param name identifies the operation and its resource, such as `question/AST-0001`
 */
export function cacheKeyOf(name: string, query: UrlQuery): string {
  return canonicalUrl(name, query)
}
