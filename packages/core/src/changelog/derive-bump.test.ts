import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deriveBump } from './derive-bump.ts'

const entries = (...types: (string | null)[]) => types.map((type) => ({ type, description: 'x' }))

describe('deriveBump', () => {
  it.each([
    ['1.2.0', ['Fixed'], 'PATCH'],
    ['1.2.0', ['Security', 'Fixed'], 'PATCH'],
    ['1.2.0', ['### ✨ Bug Fixes'], 'PATCH'],
    ['1.2.0', ['Fixed', 'Added'], 'MINOR'],
    ['1.2.0', ['Changed'], 'MINOR'],
    ['1.2.0', ['Deprecated'], 'MINOR'],
    ['1.2.0', ['Added', 'Removed', 'Fixed'], 'MAJOR'],
    ['1.2.0', ['Internals', 'Removed'], 'MAJOR'],
    ['2.0.0-rc.1', ['Removed'], 'MAJOR'],
    ['10.0.0', ['Removed'], 'MAJOR'],
    ['1.2.0', ['Patch Changes'], 'PATCH'],
    ['1.2.0', ['Patch Changes', 'Minor Changes'], 'MINOR'],
    ['1.2.0', ['Major Changes'], 'MAJOR'],
    ['0.9.3', ['Major Changes'], 'MINOR'],
    ['0.9.3', ['Removed'], 'MINOR'],
    ['0.9.3', ['Added'], 'MINOR'],
    ['0.9.3', ['Fixed'], 'PATCH'],
    [undefined, ['Fixed'], 'MINOR'],
    [undefined, ['Removed', 'Internals'], 'MINOR'],
  ])('of %s with entries of the types %j is %s', (current, types, bump) => {
    expect(deriveBump(current, entries(...types))).toEqual({ kind: 'bump', bump })
  })

  it.each([
    '**Breaking:** the options are an object',
    'BREAKING CHANGE: no Node 18',
    '⚠️ breaking – new names',
  ])('is MAJOR for the entry %j of any type', (description) => {
    expect(deriveBump('1.2.0', [{ type: 'Fixed', description }])).toEqual({ kind: 'bump', bump: 'MAJOR' })
  })

  it.each([
    ['[changed] The order', 'MINOR'],
    ['Fix: The order', 'PATCH'],
    ['`[removed]` The order', 'MAJOR'],
  ])('is that of its label for the entry %j without a type', (description, bump) => {
    expect(deriveBump('1.2.0', [{ type: null, description }])).toEqual({ kind: 'bump', bump })
  })

  it('is that of its type for an entry that only mentions a breaking change', () => {
    const entry = { type: 'Fixed', description: 'A crash after the breaking change of 1.2.0' }
    expect(deriveBump('1.2.1', [entry])).toEqual({ kind: 'bump', bump: 'PATCH' })
  })

  it.each([
    [['Added', 'Internals'], 'Internals'],
    [['Major changes'], 'Major changes'],
    [[null], null],
  ])('is not known for the types %j', (types, type) => {
    expect(deriveBump('1.2.0', entries(...types))).toEqual({ kind: 'unknown_type', type })
  })
})

describe('the table of docs/changelog-format.md', () => {
  const page = readFileSync(new URL('../../../../docs/changelog-format.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| ((?:`[^`]+`,? ?)+) \| (MAJOR|MINOR|PATCH) \| (MINOR|PATCH) \|$/gm)].map(
    ([, types = '', stable, initial]) => [types.match(/[^`]+(?=`(?:,|$))/g) ?? [], stable, initial] as const,
  )

  it('has the bumps of each type, from 1.0.0 on and before', () => {
    expect(rows).toHaveLength(3)
    for (const [types, stable, initial] of rows) {
      expect(types.length).toBeGreaterThan(3)
      for (const type of types) {
        expect(deriveBump('1.0.0', entries(type)), type).toEqual({ kind: 'bump', bump: stable })
        expect(deriveBump('0.1.0', entries(type)), type).toEqual({ kind: 'bump', bump: initial })
      }
    }
  })
})
