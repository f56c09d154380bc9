import { describe, expect, it } from 'vitest'
import { findDateLine } from './date-line.ts'
import { mapLines } from './line-map.ts'
import { splitLines } from './lines.ts'

const find = (...lines: string[]) => findDateLine(mapLines(splitLines(lines.join('\n'))), 0, lines.length)

describe('findDateLine', () => {
  it.each([
    '_Released 2026-01-02_',
    '> 2 January 2026',
    '### 2026-01-02',
    '**2026-01-02**',
    'Release date: Jan 2, 2026',
    '_<sup>released at 2026-01-02 5:57:00 UTC</sup>_',
  ])('finds %j below blank lines and comments', (line) => {
    const found = find('', '<!-- compared -->', '', line, '', '- a')
    expect(found?.line).toBe(3)
    expect(found?.date?.iso).toBe('2026-01-02')
  })

  it('finds a line whose date is not known yet', () => {
    expect(find('', 'Released YYYY-MM-DD.', '', '- a')).toEqual({ line: 1, date: undefined })
  })

  it.each([
    ['a sentence with a date', ['The service moved on 2026-01-02.']],
    ['a paragraph of two lines', ['2026-01-02', 'is the date.']],
    ['an entry', ['- 2026-01-02']],
    ['a date below text', ['Text.', '', '2026-01-02']],
    ['a heading with other words', ['### 2026-01-02 Hotfix']],
    ['an underlined date', ['2026-01-02', '---']],
    ['no line', []],
  ])('finds nothing in %s', (_name, lines) => {
    expect(find(...lines)).toBeUndefined()
  })

  it('does not look below the section', () => {
    const map = mapLines(splitLines('\n2026-01-02\n'))
    expect(findDateLine(map, 0, 1)).toBeUndefined()
  })
})
