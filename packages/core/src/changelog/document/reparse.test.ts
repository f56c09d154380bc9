// Tests that a changelog that is parsed again after changes is the one that is parsed as a whole.
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChangelogDocument, parseChangelog, reparseChangelog, type TextChange } from './parse.ts'

const folder = new URL('../corpus/', import.meta.url)
const shapes = readdirSync(new URL('../shapes/', import.meta.url)).map(
  (name) => `../shapes/${name}/before.md`,
)
const names = [...readdirSync(folder).filter((name) => name.endsWith('.md')), ...shapes]
const CORPUS = names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

const FRAGMENTS = [
  ...[
    '\n',
    '\r',
    '\r\n',
    ' ',
    '    ',
    '- x\n',
    '## 1.2.3\n',
    '### Added\n',
    'x',
    '===\n',
    '---\n',
    '\n---\n',
  ],
  ...[
    '```\n',
    '~~~',
    '<!--',
    '-->',
    '<div>\n',
    '[a]: b\n',
    '> q\n',
    '\uFEFF',
    '1. x\n',
    '**Added**\n',
    '\t',
    '',
  ],
]

/** What a document contains, with the content of sections, which is read when it is needed. */
const contentOf = (document: ChangelogDocument): unknown => JSON.parse(JSON.stringify(document))

function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = text
  for (const { start, end, insert } of changes.toReversed())
    result = result.slice(0, start) + insert + result.slice(end)
  return result
}

/** One or two changes of a text, in order. */
const changesOf = (text: string) =>
  fc
    .tuple(
      fc.array(fc.nat(text.length), { minLength: 2, maxLength: 2 }),
      fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 4 }),
      fc.nat(60),
      fc.option(fc.constantFrom(...FRAGMENTS)),
    )
    .map(([offsets, fragments, length, second]): TextChange[] => {
      const [start = 0, other = 0] = offsets.toSorted((a, b) => a - b)
      const end = Math.min(text.length, start + (length > 30 ? 0 : length))
      const first = { start, end, insert: fragments.join('') }
      return second === null || other < end ? [first] : [first, { start: other, end: other, insert: second }]
    })

describe('a changelog that is parsed again after changes', () => {
  it.each(CORPUS)('is the one that is parsed as a whole: %s', (_name, text) => {
    fc.assert(
      fc.property(changesOf(text.slice(0, 20_000)), (changes) => {
        const before = parseChangelog(text)
        const changed = applyChanges(text, changes)
        const after = reparseChangelog(before, changed, changes)
        expect(contentOf(after)).toEqual(contentOf(parseChangelog(changed)))
      }),
      { numRuns: 40 },
    )
  })

  it('keeps the lines that are not around the changes', () => {
    const text = `# Log\n\n## [1.1.0]\n\n- a\n\n## [1.0.0]\n\n- b\n`
    const before = parseChangelog(text)
    const start = text.indexOf('- a')
    const changes = [{ start, end: start, insert: '- new\n' }]
    const after = reparseChangelog(before, applyChanges(text, changes), changes)
    expect(after.lineMap.lines[2]).toBe(before.lineMap.lines[2])
    expect(after.sections.map(({ entries }) => entries.length)).toEqual([2, 1])
  })
})
