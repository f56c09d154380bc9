// Matches the claims of a verified ID token with the rules. A claim that the token lacks never matches.
import type { Scope } from '../scopes.ts'
import type { Rule } from './rules.ts'

/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>

/** Returns the scopes of all rules that match. Empty when no rule matches. */
export function scopesOf(rules: readonly Rule[], claims: Claims): ReadonlySet<Scope> {
  return new Set(rules.filter((rule) => matchesRule(rule, claims)).flatMap(({ scopes }) => scopes))
}

/** Whether all claims of a rule match. */
export function matchesRule(rule: Rule, claims: Claims): boolean {
  return rule.claims.every(({ name, pattern }) => {
    const text = textOf(claims, name)
    return text !== undefined && matchesPattern(pattern, text)
  })
}

/**
 * Whether a text matches a pattern. `*` stands for any characters except `/`. It takes linear time, because the text is
 * chosen by the author of a job.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [expected, actual] = [pattern.split('/'), text.split('/')]
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => matchesSegment(segment, actual[index] ?? ''))
  )
}

function matchesSegment(pattern: string, text: string): boolean {
  const [first = '', ...middle] = pattern.split('*')
  const last = middle.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first)) return false
  let position = first.length
  for (const part of middle) {
    const found = text.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return text.length - last.length >= position && text.endsWith(last)
}

/**
 * The text of a claim that rules compare. Undefined when the claim is missing, and for arrays, objects, null and numbers that
 * may have been rounded.
 */
function textOf(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined
}

/** Maximum length of a claim in a message. */
const MAX_SHOWN_LENGTH = 200

/**
 * Describes a token that no rule matches, so that the author of the job can see why: the claims that the rules compare, with
 * their values in the token. What the rules expect is not described.
 */
export function describeClaims(rules: readonly Rule[], claims: Claims): string {
  const names = new Set(rules.flatMap((rule) => rule.claims.map(({ name }) => name)))
  return [...names]
    .map((name) => {
      const text = textOf(claims, name)
      if (text !== undefined) return `${name}=${JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH))}`
      return Object.hasOwn(claims, name) ? `${name} is not a text` : `${name} is missing`
    })
    .join(', ')
}
