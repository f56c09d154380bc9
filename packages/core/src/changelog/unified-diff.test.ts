import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureCpuMs } from './testing.ts'
import { unifiedDiff } from './unified-diff.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Applies a diff with git. */
function applyDiff(before: string, diff: string): string {
  writeFileSync(join(folder, 'LOG.md'), before)
  writeFileSync(join(folder, 'patch'), diff)
  execFileSync('git', ['apply', '--unidiff-zero', '--whitespace=nowarn', 'patch'], {
    cwd: folder,
    stdio: 'pipe',
  })
  return readFileSync(join(folder, 'LOG.md'), 'utf8')
}

describe('unifiedDiff', () => {
  it('has the form of git diff', () => {
    const before = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join('')
    expect(unifiedDiff(before, before.replace('line 9\n', 'line 9\nnew\n'), 'LOG.md')).toBe(
      '--- a/LOG.md\n+++ b/LOG.md\n@@ -8,6 +8,7 @@\n line 7\n line 8\n line 9\n+new\n line 10\n line 11\n line 12\n',
    )
  })

  it('is empty for equal texts', () => {
    expect(unifiedDiff('a\n', 'a\n', 'LOG.md')).toBe('')
  })

  it('is applied by git to the new text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', 'c\r'), { maxLength: 30 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, fc.boolean(), (before, after, endsWithNewline) => {
        const [old, changed] = endsWithNewline ? [`${before}\n`, `${after}\n`] : [before, after]
        fc.pre(old !== '' && changed !== '' && old !== changed)
        expect(applyDiff(old, unifiedDiff(old, changed, 'LOG.md'))).toBe(changed)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['lines that are replaced', 3000, 3000],
    ['10,000 entries', 10_000, 0],
  ])(
    'shows a change of many lines as one block, within 10 seconds of processor time: %s',
    (_name, added, removed) => {
      const lines = (word: string, count: number) =>
        Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('')
      const file = (middle: string) => `top\n${lines('a', 100)}${middle}${lines('z', 100)}end`
      const [before, after] = [file(lines('old', removed)), file(lines('new', added))]
      let diff = ''
      expect(measureCpuMs(() => (diff = unifiedDiff(before, after, 'LOG.md')))).toBeLessThan(10_000)
      expect(diff.match(/^@@/gm)).toHaveLength(1)
      expect(diff.match(/^\\ No newline/gm)).toHaveLength(2)
      expect(applyDiff(before, diff)).toBe(after)
    },
  )
})
