// Parses the rules that give scopes to the claims of ID tokens, and matches them. A rule that would give scopes to tokens of
// any project of the issuer is rejected, because everybody can get tokens of a public issuer such as GitHub.
import { configError } from '@qb/http'
import { SCOPES, type Scope } from './api-keys.ts'

/** The expected value of a claim. `*` stands for any characters except `/`, also for none. */
export interface ClaimPattern {
  readonly name: string
  readonly pattern: string
}

/** A token whose claims match all patterns has the scopes. */
export interface Rule {
  readonly claims: readonly ClaimPattern[]
  readonly scopes: readonly Scope[]
}

/** The claims that identify a project or its owner. The others, such as `ref`, have the same values in other projects. */
export const IDENTIFYING_CLAIMS: readonly string[] = Object.values({
  every: ['sub'],
  gitHub: ['repository', 'repository_id', 'repository_owner', 'repository_owner_id'],
  gitLab: ['project_path', 'project_id', 'namespace_path', 'namespace_id'],
  buildkite: ['organization_id', 'organization_slug', 'pipeline_id'],
  circleCi: ['oidc.circleci.com/org-id', 'oidc.circleci.com/project-id'],
  bitbucket: ['workspaceUuid', 'repositoryUuid'],
}).flat()

/** The start of a `sub` that users of GitHub have customised with a claim that other projects can have too. */
const SHARED_START =
  /^(?:actor|actor_id|base_ref|context|environment|event_name|head_ref|job_workflow_(?:ref|sha)|ref|ref_protected|ref_type|runner_environment|workflow|workflow_sha):/

const VARIABLE = 'CHANGELOG_OIDC_RULES'
const CLAIM = /^([^\s=]+)\s*=\s*([^\s=>](?:.*\S)?)$/

/** Parses `CHANGELOG_OIDC_RULES`. @throws AppError `config/invalid` with the position of every invalid rule */
export function parseRules(variable: string): Rule[] {
  const texts = variable
    .split(/[;\r\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const rules = texts.map(parseRule)
  const errors = rules.flatMap((rule, index) =>
    typeof rule === 'string' ? `${VARIABLE}: rule ${index + 1}: ${rule}` : [],
  )
  if (texts.length === 0) errors.push(`${VARIABLE}: expected at least one rule, got none`)
  if (errors.length > 0) throw configError(errors.join('\n'))
  return rules as Rule[]
}

/** Parses a rule. Returns the problem of an invalid one. */
function parseRule(text: string): Rule | string {
  const [left = '', right, ...others] = text.split('=>')
  if (right === undefined || others.length > 0)
    return 'expected <claim>=<value>,… => <scope> …, with one arrow'
  const claims: ClaimPattern[] = []
  for (const claim of left.split(',')) {
    const [, name, pattern] = CLAIM.exec(claim.trim()) ?? []
    if (name === undefined || pattern === undefined)
      return 'expected <claim>=<value> between commas, got something else'
    claims.push({ name, pattern })
  }
  const names = claims.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) return `expected each claim once, got ${repeated} twice; write a second rule`
  const scopes = [...new Set(right.split(/\s+/).filter((scope) => scope !== ''))]
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (unknown !== undefined || scopes.length === 0)
    return `expected scopes of: ${SCOPES.join(', ')}; got ${unknown ?? 'none'}`
  if (!claims.some(identifiesProject)) {
    return `expected a claim that identifies your project, such as repository=owner/name, because every user of the issuer can get a token with the others; it is one of ${IDENTIFYING_CLAIMS.join(', ')}, without * before the first slash, and in sub with the name of the owner, without * before it`
  }
  return { claims, scopes: scopes as Scope[] }
}

/**
 * Whether a pattern admits only projects of one owner: it has no wildcard in its first segment. In `sub`, the owner comes after a
 * word for it, as in `repo:owner/name` and `org/<id>/project/<id>`. A customised `sub` of GitHub alternates names and values.
 */
function identifiesProject({ name, pattern }: ClaimPattern): boolean {
  if (!IDENTIFYING_CLAIMS.includes(name)) return false
  const words = pattern.split(':').filter((_, index) => index % 2 === 0)
  const hasOwner = words.some((word) => word === 'repo' || IDENTIFYING_CLAIMS.includes(word))
  if (name === 'sub' && SHARED_START.test(pattern) && !hasOwner) return false
  const isOwner = name === 'sub' && pattern.includes('*') ? /^[^*/:]+[/:][^*/:]+[/:]/ : /^/
  return /^[^*/]+(?:\/|$)/.test(pattern) && isOwner.test(pattern)
}

type Claims = Readonly<Record<string, unknown>>

/** Returns the scopes of all rules that match. */
export function scopesOf(rules: readonly Rule[], claims: Claims): ReadonlySet<Scope> {
  return new Set(rules.filter((rule) => matchesRule(rule, claims)).flatMap(({ scopes }) => scopes))
}

export function matchesRule(rule: Rule, claims: Claims): boolean {
  return rule.claims.every(({ name, pattern }) => {
    const text = textOf(claims, name)
    return text !== undefined && matchesPattern(pattern, text)
  })
}

/** Whether a text matches a pattern, in linear time, because the author of a job chooses the text. */
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

/** Returns a claim as text. Undefined for a missing one, arrays, objects, null, and numbers that may have been rounded. */
function textOf(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined
}

/** Maximum length of a claim in a message. */
const MAX_SHOWN_LENGTH = 200

/** Lists the claims that the rules compare, with their values in a token, but without the expected ones. */
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
