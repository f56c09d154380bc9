// Tests that a file with conflict markers is not edited.
import { describe, expect, it } from 'vitest'
import { addToText, releaseText } from '../testing.ts'

const fileWith = (text: string, below = '') =>
  `# Log\n\n## [Unreleased]\n\n### Added\n\n${text}\n## [1.2.0] - 2020-01-01\n\n- y\n${below}`
const CONFLICT = '<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> side\n'
const OLD = Array.from(
  { length: 60 },
  (_, index) => `\n## [1.1.${60 - index}] - 2019-01-01\n\n- old ${index}\n`,
).join('')

const edits = (text: string) => [
  () => addToText(text, [{ type: 'Added', description: 'new' }]),
  () => releaseText(text, { bump: 'PATCH', date: '2026-11-22' }),
]

describe('a file with conflict markers', () => {
  it.each([
    ['under Unreleased', fileWith(CONFLICT), 7],
    ['with CRLF', fileWith(CONFLICT).replaceAll('\n', '\r\n'), 7],
    ['at the end of a long file', fileWith('- x\n', OLD + CONFLICT), 252],
    ['across a heading', fileWith('- x\n').replace('## [1.2.0]', `${CONFLICT}## [1.2.0]`), 9],
    ['with the base', fileWith(CONFLICT.replace('=======', '||||||| base\n- x\n=======')), 7],
  ])('is not edited: %s', (_name, text, line) => {
    for (const edit of edits(text))
      expect(edit).toThrow(
        expect.objectContaining({
          code: 'changelog/edit_refused',
          message: expect.stringMatching(`^line ${line}: .*conflict`),
        }),
      )
  })

  it.each([
    ['in a fence', fileWith(`- x\n\n\`\`\`\n${CONFLICT}\`\`\`\n`)],
    ['in a comment', fileWith(`- x\n\n<!--\n${CONFLICT}-->\n`)],
    ['as a part of a line', fileWith('- removes `<<<<<<< HEAD` and `>>>>>>> side`\n')],
    ['without an end', fileWith('- x\n\n<<<<<<< HEAD\n')],
  ])('is edited when they are text: %s', (_name, text) => {
    for (const edit of edits(text)) expect(edit).not.toThrow()
  })
})

describe('a version that is a list item below a version', () => {
  it.each([
    [
      '1.2 series\n----------\n\n- 1.2.1\n    - a\n- 1.2\n    - b\n\n1.1 series\n----------\n\n- 1.1\n    - c\n',
      4,
    ],
    ['## 1.2\n\n- v1.2.1\n\n## 1.1\n\n- a\n', 3],
    ['# Log\n\n## Version 1.2\n\n* 1.2.1 (2026-01-01)\n\n## Version 1.1\n\n* 1.1.1\n', 5],
  ])('refuses an update, because the next one belongs beside it: %j', (text, line) => {
    expect(() => addToText(text, [{ type: 'Added', description: 'new' }])).toThrow(
      `line ${line}: expected an entry, got a version`,
    )
  })

  it.each(['- tool 2.0.1\n', '- 1.2.1 is faster\n', '- 1.2\n', '- `1.2.1` had a bug\n'])(
    'is another text in the entry %j',
    (entry) => {
      const text = `## 1.2\n\n${entry}\n## 1.1\n\n- a\n`
      expect(addToText(text, [{ type: 'Added', description: 'new' }])).toContain('- new')
    },
  )
})
