import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeClaims, matchesPattern, matchesRule, scopesOf } from './match-rules.ts'
import { parseRules, type Rule } from './rules.ts'
import { RULE, VALUE } from './testing.ts'

describe('matchesPattern', () => {
  it.each([
    ['refs/tags/v*', 'refs/tags/v1.0.0', true],
    ['refs/tags/v*', 'refs/tags/v', true],
    ['refs/tags/v*', 'refs/tags/x1', false],
    ['refs/tags/v*', 'refs/tags/v1/2', false],
    ['refs/tags/v*', 'xrefs/tags/v1', false],
    ['refs/*/v1', 'refs/tags/v1', true],
    ['refs/*', 'refs/tags/v1', false],
    ['*', '', true],
    ['*', 'a/b', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'acb', false],
    ['a*a', 'a', false],
    ['main', 'main', true],
    ['main', 'Main', false],
    ['main', 'main ', false],
    ['ma.n', 'main', false],
  ])('%j and %j: %j', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected)
  })

  it('matches what a regular expression matches', () => {
    const text = fc.string({ maxLength: 12, unit: fc.constantFrom(...'ab/.') })
    fc.assert(
      fc.property(VALUE, text, (pattern, value) => {
        const source = pattern.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('\\*', '[^/]*')
        expect(matchesPattern(pattern, value)).toBe(new RegExp(`^${source}$`).test(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('takes linear time', () => {
    const start = performance.now()
    expect(matchesPattern(`${'*a'.repeat(50)}b`, 'a'.repeat(100_000))).toBe(false)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

/** Claims with which a rule matches. */
const claimsOf = ({ claims }: Rule) =>
  Object.fromEntries(claims.map(({ name, pattern }) => [name, pattern.replaceAll('*', 'x')]))

describe('matchesRule', () => {
  it('never matches a token that lacks one of the claims', () => {
    fc.assert(
      fc.property(RULE, fc.nat(), (rule, index) => {
        const claims = claimsOf(rule)
        expect(matchesRule(rule, claims)).toBe(true)
        const { name } = rule.claims[index % rule.claims.length] ?? expect.unreachable()
        const others = Object.fromEntries(Object.entries(claims).filter(([other]) => other !== name))
        expect(matchesRule(rule, others)).toBe(false)
        expect(matchesRule(rule, Object.create(claims))).toBe(false)
      }),
    )
  })

  it('ignores claims that the rule does not name', () => {
    fc.assert(
      fc.property(RULE, fc.dictionary(fc.string(), fc.jsonValue()), (rule, others) => {
        expect(matchesRule(rule, { ...others, ...claimsOf(rule) })).toBe(true)
      }),
    )
  })

  it.each([
    ['7', 7, true],
    ['true', true, true],
    ['false', false, true],
    ['7', '7', true],
    ['7', 7.5, false],
    ['12345678901234567000', 12_345_678_901_234_567_000, false],
    ['a', ['a'], false],
    ['*', ['a'], false],
    ['null', null, false],
    ['*', null, false],
    ['*', { a: 1 }, false],
    ['*', undefined, false],
  ])('the pattern %j and the claim %j: %j', (pattern, claim, expected) => {
    const rule = { claims: [{ name: 'project_id', pattern }], scopes: [] }
    expect(matchesRule(rule, { project_id: claim })).toBe(expected)
  })
})

describe('scopesOf', () => {
  const rules = parseRules(
    'repository=o/r => changes:read; repository=o/r,ref=main => changes:read changelog:write; repository=o/x => release:create',
  )

  it('unites the scopes of all rules that match', () => {
    expect(scopesOf(rules, { repository: 'o/r', ref: 'dev' })).toEqual(new Set(['changes:read']))
    expect(scopesOf(rules, { repository: 'o/r', ref: 'main' })).toEqual(
      new Set(['changes:read', 'changelog:write']),
    )
    expect(scopesOf(rules, { repository: 'o/y', ref: 'main' })).toEqual(new Set())
  })

  it('has no scopes for an empty token', () => {
    fc.assert(fc.property(fc.array(RULE), (all) => scopesOf(all, {}).size === 0))
  })
})

describe('describeClaims', () => {
  it('describes only the claims that rules compare, and not what they expect', () => {
    const rules = parseRules('repository=o/r,ref=secret,groups=x,actor=y => changes:read')
    const text = describeClaims(rules, {
      repository: 'o/"r"',
      groups: ['x'],
      actor: 'x'.repeat(1000),
      sub: 'me',
    })
    expect(text).toContain('repository="o/\\"r\\"", ref is missing, groups is not a text, actor="x')
    expect(text).not.toMatch(/secret|me/)
    expect(text.length).toBeLessThan(400)
  })
})
