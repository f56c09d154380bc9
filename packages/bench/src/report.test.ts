// Tests that the committed report is the one of the committed measurements.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatReport } from './report.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../docs/performance/${name}`, import.meta.url), 'utf8')

describe('the files in docs/performance', () => {
  const report = formatReport(JSON.parse(read('results.json')))

  it.each([
    ['results.md', report.markdown],
    ['chart.svg', report.chart],
    ['summary.svg', report.summaryChart],
  ])('%s is derived from results.json', (name, expected) => {
    expect(read(name)).toBe(expected)
  })

  it('performance.md has the ratios of results.md', () => {
    const rows = (text: string) => text.matchAll(/^\| ([^|]+) \|((?: *[\d.]* \|)+)$/gm)
    const [table = ''] = report.markdown.split('\n\n')
    // The second column of results.md, the goal, is not in performance.md.
    const expected = Array.from(rows(table), ([, name, cells = '']) => [name, cells.replace(/^[^|]*\|/, '')])
    const actual = Array.from(rows(read('../performance.md')), ([, name, cells]) => [name, cells])
    expect(actual.slice(0, expected.length)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
  })
})
