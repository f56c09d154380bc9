import { CONFIG_ERRORS } from '@qb/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeClaims, matchesPattern, matchesRule, parseRules, type Rule, scopesOf } from './oidc-rules.ts'
import { formatRules, RULE, VALUE } from './testing.ts'

const invalid = (message: RegExp) =>
  expect.objectContaining({ code: CONFIG_ERRORS.invalid.code, message: expect.stringMatching(message) })

describe('parseRules', () => {
  it('returns the claims and scopes of each rule', () => {
    const [first, second, ...others] = parseRules(
      'repository=owner/name,ref=refs/heads/main => changelog:write release:create; project_id = 7 , environment=two words=>changes:read;',
    )
    expect(first).toEqual({
      claims: [
        { name: 'repository', pattern: 'owner/name' },
        { name: 'ref', pattern: 'refs/heads/main' },
      ],
      scopes: ['changelog:write', 'release:create'],
    })
    expect(second).toEqual({
      claims: [
        { name: 'project_id', pattern: '7' },
        { name: 'environment', pattern: 'two words' },
      ],
      scopes: ['changes:read'],
    })
    expect(others).toEqual([])
  })

  it('separates rules by semicolons and line breaks', () => {
    const rules = ['sub=a => changes:read', 'sub=b => changes:read', 'sub=c => changes:read']
    expect(parseRules(`\n${rules[0]};${rules[1]}\r\n\n${rules[2]}\n`)).toHaveLength(3)
  })

  it('returns formatted rules unchanged', () => {
    fc.assert(
      fc.property(fc.array(RULE, { minLength: 1, maxLength: 4 }), (rules) => {
        expect(parseRules(formatRules(rules))).toEqual(rules)
      }),
    )
  })

  it('returns rules or a config error for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab=,;*/ >\n', 'repository=', '=>', ' changes:read') })
    fc.assert(
      fc.property(text, (variable) => {
        try {
          expect(parseRules(variable).length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: CONFIG_ERRORS.invalid.code })
        }
      }),
    )
  })

  it.each([
    ['repository=owner/name'],
    ['repository=owner/name changes:read'],
    ['repository=owner/name => changes:read => release:create'],
    ['=> changes:read'],
    ['repository => changes:read'],
    ['repository= => changes:read'],
    ['repository==owner/name => changes:read'],
    ['=owner/name => changes:read'],
    ['repository=owner/name, => changes:read'],
    ['repository=owner/name =>'],
    ['repository=owner/name => changes:write'],
    ['repository=owner/name => changes:read+release:create'],
    ['repository=owner/name,repository=owner/other => changes:read'],
    [';'],
  ])('rejects %j', (variable) => {
    expect(() => parseRules(variable)).toThrow(invalid(/CHANGELOG_OIDC_RULES: /))
  })

  it.each([
    ['*=* => changes:read'],
    ['repository=* => changes:read'],
    ['repository=*/* => changes:read'],
    ['repository=*/name => changes:read'],
    ['repository=own*/name => changes:read'],
    ['repository_owner=own* => changes:read'],
    ['sub=* => changes:read'],
    ['sub=repo:*/name:ref:refs/heads/main => changes:read'],
    ['sub=org/*/project/*/user/* => changes:read'],
    ['sub=org/*/project/7/user/8 => changes:read'],
    ['sub=org/own*/project/7/user/8 => changes:read'],
    ['sub=owner/* => changes:read'],
    ['sub=org//* => changes:read'],
    ['sub=org:/* => changes:read'],
    ['sub=https://* => changes:read'],
    ['sub=organization:*:pipeline:name => changes:read'],
    ['sub=environment:production => changes:read'],
    ['sub=ref:refs/heads/main => changes:read'],
    ['sub=ref:refs/heads/main:event_name:push => changes:read'],
    ['sub=ref_type:branch:actor_id:7 => changes:read'],
    ['sub=job_workflow_ref:owner/name/.github/workflows/x.yml@refs/heads/main => changes:read'],
    ['ref=refs/heads/main => changes:read'],
    ['ref=refs/heads/main,environment=production,event_name=push => changes:read'],
    ['job_workflow_ref=owner/name/.github/workflows/x.yml@refs/heads/main => changes:read'],
  ])('rejects a rule that matches tokens of strangers: %j', (variable) => {
    expect(() => parseRules(variable)).toThrow(
      invalid(/rule 1: expected a claim that identifies your project/),
    )
  })

  it.each([
    ['repository=owner/* => changes:read'],
    ['repository=owner/name => changes:read'],
    ['repository_owner=owner,ref=* => changes:read'],
    ['sub=repo:owner/name:ref:refs/tags/v* => changes:read'],
    ['project_path=group/* => changes:read'],
    ['sub=org/7/project/*/user/* => changes:read'],
    ['sub=org/7/project/8/user/9 => changes:read'],
    ['sub=repo:project/* => changes:read'],
    ['sub=environment:production:repository_owner:owner => changes:read'],
    ['sub=ref:refs/heads/main:repo:owner/name => changes:read'],
    ['sub=workflow_ref:owner/name/.github/workflows/x.yml@refs/heads/main => changes:read'],
    ['sub=project_path:group/*:ref_type:branch:ref:main => changes:read'],
    ['oidc.circleci.com/org-id=7,sub=org/*/project/*/user/* => changes:read'],
    ['repository=owner/name,environment=🏗️ größe 👩🏽‍💻 => changes:read'],
    ['oidc.circleci.com/project-id=x => changes:read'],
  ])('accepts %j', (variable) => {
    expect(parseRules(variable)).toHaveLength(1)
  })

  it('names every invalid rule by its position', () => {
    const variable = 'ref=x => changes:read; sub=a => changes:read; sub=a => read'
    expect(() => parseRules(variable)).toThrow(invalid(/^.*rule 1: .*\n.*rule 3: .*$/))
  })
})

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
