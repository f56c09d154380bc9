import { describe, expect, it } from 'vitest'
import { findDate, findDateLine, withoutDatePlaceholder } from './dates.ts'
import { mapLines } from './line-map.ts'
import { splitLines } from './lines.ts'

describe('findDate', () => {
  it.each([
    ['2026-01-02', '2026-01-02', '2026-11-22'],
    ['(2026/01/02)', '2026-01-02', '2026/11/22'],
    ['2026.01.02', '2026-01-02', '2026.11.22'],
    ['2026 01 02', '2026-01-02', '2026 11 22'],
    ['July 8th, 2026', '2026-07-08', 'November 22nd, 2026'],
    ['Jul 8, 2026', '2026-07-08', 'Nov 22, 2026'],
    ['SEPT 08 2026', '2026-09-08', 'NOV 22 2026'],
    ['8 july 2026', '2026-07-08', '22 november 2026'],
    ['1st May 2026', '2026-05-01', '22nd November 2026'],
    ['Fri, 28 January 2022', '2022-01-28', 'Sun, 22 November 2026'],
    ['Friday January 28, 2022', '2022-01-28', 'Sunday November 22, 2026'],
    ['Fri Jan 28 12:21:04 PST 2022', '2022-01-28', 'Sun Nov 22 2026'],
    ['Friday January  7 12:07 2022', '2022-01-07', 'Sunday November 22 2026'],
    ['Fri  6 Aug 17:52:26 BST 2021', '2021-08-06', 'Sun 22 Nov 2026'],
    ['Thu Feb  5  2015', '2015-02-05', 'Sun Nov 22  2026'],
    ['Thu. Apr. 11, 2013', '2013-04-11', 'Sun. Nov. 22, 2026'],
    ['28/01/2022', '2022-01-28', '22/11/2026'],
    ['1/28/2022', '2022-01-28', '11/22/2026'],
    ['17.01.2025', '2025-01-17', '22.11.2026'],
    ['12.31.2025', '2025-12-31', '11.22.2026'],
    ['3.4.2025', '2025-04-03', '22.11.2026'],
    ['4/4/2022', '2022-04-04', '22/11/2026'],
    ['03/04/2022', null, '2026-11-22'],
    ['2017/10/2', '2017-10-02', '2026/11/22'],
    ['Mon, 26 May 2025', '2025-05-26', 'Sun, 22 Nov 2026'],
    ['Mon, 26 January 2026', '2026-01-26', 'Sun, 22 November 2026'],
    ['2018-5-21', '2018-05-21', '2026-11-22'],
    ['3/4/22', null, '2026-11-22'],
    ['1/28/22', '2022-01-28', '11/22/26'],
    ['28/01/22', '2022-01-28', '22/11/26'],
    ['5/5/22', '2022-05-05', '22/11/26'],
    ['03.04.22', '2022-04-03', '22.11.26'],
    ['98-1-31', '1998-01-31', '26-11-22'],
    ['20-11-12', null, '2026-11-22'],
    ['9 Feb 07', '2007-02-09', '22 Nov 26'],
    ['22-Mar-98', '1998-03-22', '22-Nov-26'],
    ['07 Apr 07', '2007-04-07', '22 Nov 26'],
    ['June 2022', null, 'November 2026'],
    ['Jun-2022', null, 'Nov-2026'],
    ['2022-06', null, '2026-11'],
    ['06/2022', null, '11/2026'],
  ])('finds the date of %j: %j, and writes another one as %j', (text, iso, written) => {
    const found = findDate(`1.0.0 - ${text}.`)
    expect(found?.iso).toBe(iso)
    expect(found?.write('2026-11-22')).toBe(written)
  })

  it.each([
    ['2026-11-01', '1st'],
    ['2026-11-02', '2nd'],
    ['2026-11-03', '3rd'],
    ['2026-11-04', '4th'],
    ['2026-11-11', '11th'],
    ['2026-11-12', '12th'],
    ['2026-11-13', '13th'],
    ['2026-11-21', '21st'],
  ])('writes the day of %s as %s', (date, day) => {
    expect(findDate('May 5th, 2020')?.write(date)).toBe(`November ${day}, 2026`)
  })

  it('keeps the second space before a day of one digit', () => {
    expect(findDate('Fri  6 Aug 2021')?.write('2026-11-02')).toBe('Mon  2 Nov 2026')
  })

  it.each([
    ...['', '1.2.3', '2026-02-30', '31 Februar 2026', 'May', '12026-01-023', 'in 2026'],
    ...['3 May 12:30', '3 May 1.2', '2026-13', '2026/12/', '00/2026', '2026-12-xx', '1.2026-12'],
  ])('finds no date in %j', (text) => {
    expect(findDate(text)).toBeUndefined()
  })
})

it.each([
  ['YYYY-MM-DD', true],
  ['Released yyyy/mm/dd', true],
  ['2026-XX-XX', true],
  ['2026-11-xx', true],
  ['????-??-??', true],
  ['2026-11-22', false],
  ['XYYYY-MM-DD', false],
])('finds a date that is not known yet in %j: %j', (text, expected) => {
  expect(withoutDatePlaceholder(text) !== text).toBe(expected)
})

const find = (...lines: string[]) => findDateLine(mapLines(splitLines(lines.join('\n'))), 0, lines.length)

describe('findDateLine', () => {
  it.each([
    '_Released 2026-01-02_',
    '> 2 January 2026',
    '### 2026-01-02',
    '**2026-01-02**',
    'Release date: Jan 2, 2026',
    '_<sup>released at 2026-01-02 5:57:00 UTC</sup>_',
    '2026-01-02 09:45:56-04:00 America/New_York',
  ])('finds %j below blank lines and comments', (line) => {
    const found = find('', '<!-- compared -->', '', line, '', '- a')
    expect(found?.line).toBe(3)
    expect(found?.date?.iso).toBe('2026-01-02')
  })

  it('finds a line whose date is not known yet', () => {
    expect(find('', 'Released YYYY-MM-DD.', '', '- a')).toMatchObject({ line: 1, date: undefined })
  })

  it.each([
    ['a sentence with a date', ['The service moved on 2026-01-02.']],
    ['a paragraph of two lines', ['2026-01-02', 'is the date.']],
    ['an entry', ['- 2026-01-02: Fix it.']],
    ['an entry with a second line', ['- 2026-01-02', '  Fix it.']],
    ['a date below text', ['Text.', '', '2026-01-02']],
    ['a heading with other words', ['### 2026-01-02 Hotfix']],
    ['an underlined date', ['2026-01-02', '---']],
    ['no line', []],
  ])('finds nothing in %s', (_name, lines) => {
    expect(find(...lines)).toBeUndefined()
  })

  it('finds a field of reStructuredText above other fields', () => {
    expect(find('', ':release-date: 2 January, 2026', ':release-by: A')?.date?.iso).toBe('2026-01-02')
  })

  it('does not look below the section', () => {
    const map = mapLines(splitLines('\n2026-01-02\n'))
    expect(findDateLine(map, 0, 1)).toBeUndefined()
  })
})
