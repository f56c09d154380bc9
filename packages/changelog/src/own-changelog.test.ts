// The project's own changelog is edited by this service, so its parser and editor must accept it.
import { readFileSync } from 'node:fs'
import { addEntries, parseChangelog, readHistory } from '@qb/core/changelog'
import { describe, expect, it } from 'vitest'

const text = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
const document = parseChangelog(text)

describe('CHANGELOG.md', () => {
  it('has only entries of the types of Keep a Changelog', () => {
    const { unreleased, releases } = readHistory(document)
    const entries = [...unreleased, ...releases.flatMap(({ changes }) => changes)]
    expect(entries.length).toBeGreaterThan(0)
    const types = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    for (const { type } of entries) expect(types).toContain(type)
  })

  it('accepts an entry and is otherwise unchanged', () => {
    const after = addEntries(document, [{ type: 'Added', description: 'An entry of a test.' }]).text
    const line = '- An entry of a test.\n'
    expect(after.replace(line, '').replace(/\n### Added\n\n(?=\n|$)/, '')).toHaveLength(text.length)
    expect(after).toContain(line)
  })
})
