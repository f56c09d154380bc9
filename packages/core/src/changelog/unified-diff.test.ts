import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('shows a change of many lines as one block', () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word} ${n}\n`).join('')
    const [before, after] = [`top\n${lines('a')}end\n`, `top\n${lines('b')}end\n`]
    const diff = unifiedDiff(before, after, 'LOG.md')
    expect(diff.match(/^@@/gm)).toHaveLength(1)
    expect(applyDiff(before, diff)).toBe(after)
  })
})
