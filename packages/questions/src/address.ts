// The canonical address of a response: the same text for all requests with the same meaning. It is part of the validator
// of the response, and the `next` of a page.

/** Query parameters in the order of the address. False, undefined and empty lists are omitted. */
export type AddressQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** A path with a query. The values of a list are sorted and unique. */
export function canonicalAddress(path: string, query: AddressQuery): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const values = Array.isArray(value) ? [...new Set<string>(value)].sort() : [value]
    return values.map((one) => `${name}=${encodeURIComponent(String(one))}`)
  })
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
