// The project's own changelog is kept by this service: its engine reads it, and would not write it otherwise.
import { readFileSync } from 'node:fs'
import { addEntries, readHistory } from '@qb/core/changelog'
import { describe, expect, it } from 'vitest'

const text = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')

describe('CHANGELOG.md', () => {
  it('has nothing but entries of the types of Keep a Changelog', () => {
    const { unreleased, releases } = readHistory(text)
    const entries = [...unreleased, ...releases.flatMap(({ changes }) => changes)]
    expect(entries.length).toBeGreaterThan(0)
    const types = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    for (const { type } of entries) expect(types).toContain(type)
  })

  it('takes an entry and is otherwise as it was', () => {
    const after = addEntries(text, [{ type: 'Added', description: 'An entry of a test.' }])
    const line = '- An entry of a test.\n'
    expect(after.replace(line, '').replace(/\n### Added\n\n(?=\n|$)/, '')).toHaveLength(text.length)
    expect(after).toContain(line)
  })
})
