// Reads the header field `Retry-After`. @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3

/**
 * Returns the delay in seconds, at least 0.
 * @param value a number of seconds, or a date such as `Fri, 31 Dec 1999 23:59:59 GMT`
 * @param nowMs the time since the epoch, in milliseconds
 * @returns undefined when the value is missing or invalid
 */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  // `Date.parse` would accept other texts too, such as "1.5".
  if (!/^[A-Z][a-z]+,? .+ (?:GMT|\d{4})$/.test(value)) return undefined
  const timeMs = Date.parse(value)
  return Number.isNaN(timeMs) ? undefined : Math.max(0, Math.ceil((timeMs - nowMs) / 1000))
}
