// Tests that the parser and the editor accept the changelog of this project, which is edited with this
// service.
import { readFileSync } from 'node:fs'
import { addEntries, parseChangelog, readHistory } from '@qb/core/changelog'
import { describe, expect, it } from 'vitest'

const content = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
const document = parseChangelog(content)

describe('CHANGELOG.md', () => {
  it('contains only entries with the types of Keep a Changelog', () => {
    const { unreleased, releases } = readHistory(document)
    const entries = [...unreleased, ...releases.flatMap(({ changes }) => changes)]
    expect(entries.length).toBeGreaterThan(0)
    const types = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    for (const { type } of entries) expect(types).toContain(type)
  })

  it('changes only by the added entry', () => {
    const after = addEntries(document, [{ type: 'Added', description: 'An entry of a test.' }]).text
    const line = '- An entry of a test.\n'
    expect(after.replace(line, '').replace(/\n### Added\n\n(?=\n|$)/, '')).toHaveLength(content.length)
    expect(after).toContain(line)
  })
})
