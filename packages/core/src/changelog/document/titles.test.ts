// Tests files whose versions are lines of text: what an update writes, and a release below it.
import { describe, expect, it } from 'vitest'
import { addToText, releaseText } from '../testing.ts'

const update = (text: string) => addToText(text, [{ type: 'Added', description: 'NEW' }])
const release = (text: string) => released(update(text))
function released(text: string): string {
  const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

const MANY = Array.from({ length: 10 }, (_, index) => `tool 1.${19 - index}\n\n- a\n\n`).join('')

it.each([
  [
    'that name other versions in brackets',
    'Version 1.1.0 (built with libz-1.2.11)\n  a\n\nVersion 1.0.0 (built with libz-1.2.8)\n  b\n',
  ],
  [
    'that say in brackets which version they skip',
    '2026-01-02 - 1.1.0 (skipping 1.0.5)\n\t- a\n2026-01-01 - 1.0.0\n\t- b\n',
  ],
  [
    'below a line with the modes of Emacs',
    `${' '.repeat(40)}-*- coding: utf-8 -*-\nChanges with Tool 1.1.0\n\n  *) a\n\nChanges with Tool 1.0.0\n\n  *) b\n`,
  ],
  ['above those of several old names', `${MANY}old 1.9\n\n- a\n\nold 1.8\n\n- a\n`],
])('reads versions %s', (_name, text) => {
  expect(update(text)).toContain('NEW')
})

it('writes the heading of the next version without the versions in brackets', () => {
  const text =
    'Version 1.1.0 (built with libz-1.2.11)\n\n- a\n\nVersion 1.0.0 (built with libz-1.2.8)\n\n- b\n'
  expect(release(text)).toBe(`Unreleased\n\nVersion 1.2.0\n\n**Added**\n\n- NEW\n\n${text}`)
})

it('writes the bullet of the files of Apache', () => {
  const text = 'Changes with Tool 1.1.0\n\n  *) a\n     b\n\n  *) c\n\nChanges with Tool 1.0.0\n\n  *) d\n'
  expect(release(text)).toBe(`Unreleased\n\nChanges with Tool 1.2.0\n\n  **Added**\n\n  *) NEW\n\n${text}`)
})

it.each(['30.10.94', '01.12.95', '03.21.2001'])('takes the line %s below a version for a date', (date) => {
  const text = `Version 1.1.0:\n  * a\n\nVersion 1.0.0:\n  * b\n\n${date}\n  * c\n`
  expect(release(text)).toContain('Version 1.2.0:\n  **Added**\n  * NEW\n')
})

it.each([
  ['of another name above the tenth version', `tool 1.1\n\n- a\n\nold 1.9\n\n- a\n\nold 1.8\n\n- a\n`],
  [
    'below code that can be entries',
    '    a 1.2.0\nChanges with Tool 1.1.0\n\n- a\n\nChanges with Tool 1.0.0\n\n- b\n',
  ],
])('refuses versions %s', (_name, text) => {
  expect(() => update(text)).toThrow('expected an Unreleased or version heading')
})

it('reads versions whose words are before their dates, and continues the words', () => {
  const text =
    '1.1 Bugfix Release - Jan 2, 2020\n\n- b\n\nNote from the author\n\n1.0 Bugfix Release - Jan 1, 2020\n\n- a\n'
  expect(release(text)).toMatch(/\n1\.2 Bugfix Release - \w+ \d+, \d{4}\n/)
})

it('reads versions that end with colons above indented categories with colons', () => {
  const section = (version: string) => `Release ${version}:\n        core:\n         * a\n\n`
  const text = section('1.1.0') + section('1.0.0')
  expect(update(text)).toBe(`Unreleased:\n        added:\n         * NEW\n\n${text}`)
  // With other bullets, it can be YAML.
  expect(() => update(text.replaceAll('*', '-'))).toThrow('expected a version or Unreleased')
})

describe('entries between the title of a text and its first version', () => {
  const text = 'Changelog for Tool\n\n    #3, fix a\n1.0.1, released 2019-05-01\n    #2, fix b\n    Fix c\n'

  it('are those of the next version', () => {
    expect(released(text)).toBe(text.replace('Tool\n\n', 'Tool\n\n1.1.0, released 2026-11-21\n'))
  })

  it('have new ones below them, in lines of their own', () => {
    expect(addToText(text, [{ type: 'Added', description: 'A new one', isFlat: true }])).toBe(
      text.replace('fix a\n', 'fix a\n    A new one\n'),
    )
  })

  it('are released with a category', () => {
    const updated = addToText(text, [{ type: 'Added', description: 'A new one' }])
    expect(released(updated)).toContain(
      'Tool\n\n1.1.0, released 2026-11-21\n    #3, fix a\n\n    **Added**\n',
    )
  })

  it.each(['Tool', 'Changelog for Tool\n\nTwo of them'])(
    'are not understood below another text: %s',
    (title) => {
      expect(() => released(text.replace('Changelog for Tool', title))).toThrow(
        'expected a version or Unreleased',
      )
    },
  )
})

describe('an empty version among versions that are list items', () => {
  const filled = ['1.3.0', '1.2.0'].map((version) => `- ${version}\n    * b\n\n`).join('')

  it('is read below two others', () => {
    const updated = addToText(`${filled}- 1.1.0\n\n- 1.0.0\n    * a\n`, [
      { type: 'Added', description: 'A new one', isFlat: true },
    ])
    expect(updated).toMatch(/^- Unreleased\n {4}\* A new one\n\n- 1\.3\.0\n/)
  })

  it('is not read above them', () => {
    expect(() => update(`- 1.4.0\n\n${filled}`)).toThrow('expected a version or Unreleased')
  })
})

it('reads versions with dates such as 2feb2004 below a comment that is no heading', () => {
  const text = '#---TAB=4\n** Version 1.02 (2feb2004)\n\n- b\n\n** Version 1.01 (30jan2004)\n\n- a\n'
  const next = '** Unreleased\n\n** Version 1.03 (21nov2026)\n\n**Added**\n\n- NEW\n\n** Version 1.02'
  expect(release(text)).toBe(text.replace('** Version 1.02', next))
})

it.each([
  ['1.31', '1.32', 'Version 1.20\n------------\n\n- a\n'],
  ['1.3.0 / 2020-01-02', '1.4.0 / 2026-11-21', '1.2.0 / 2020-01-01\n==================\n\n- a\n'],
])('reads the version %s without an underline above older ones', (newest, next, older) => {
  const text = `${newest}\n\n- b\n\n${older}`
  expect(release(text)).toBe(`Unreleased\n\n${next}\n\n**Added**\n\n- NEW\n\n${text}`)
})

it('refuses a version without an underline that is lower than those below it', () => {
  expect(() => update('1.1\n\n- b\n\n1.2.0\n=====\n\n- a\n')).toThrow(
    'line 1: expected a version or Unreleased',
  )
})

it('reads the names of sections of AsciiDoc, also without versions', () => {
  const text = '= Log\n\n== Next release\n\n- b\n\n== v2020-01-02 !\n\n- a\n'
  const entries = [{ type: 'Added', description: 'NEW', isFlat: true }] as const
  expect(addToText(text, entries)).toBe(text.replace('- b\n', '- b\n- NEW\n'))
  const versions = '= Log\n\n:toc:\n\n== 1.1.0\n\n=== Added\n\n* b\n\n== 1.0.0\n\n=== Fixed\n\n* a\n'
  const added = '== Unreleased\n\n== 1.2.0\n\n=== Added\n\n* NEW\n\n== 1.1.0'
  expect(release(versions)).toBe(versions.replace('== 1.1.0', added))
})
