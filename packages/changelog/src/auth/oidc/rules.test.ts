import { CONFIG_ERRORS } from '@qb/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRules, parseRules } from './rules.ts'
import { RULE } from './testing.ts'

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
    ['oidc.circleci.com/project-id=x => changes:read'],
  ])('accepts %j', (variable) => {
    expect(parseRules(variable)).toHaveLength(1)
  })

  it('names every invalid rule by its position', () => {
    const variable = 'ref=x => changes:read; sub=a => changes:read; sub=a => read'
    expect(() => parseRules(variable)).toThrow(invalid(/^.*rule 1: .*\n.*rule 3: .*$/))
  })
})
