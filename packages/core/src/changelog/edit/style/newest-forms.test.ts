// Tests that an edit has the forms of the newest versions where a file has several, in categories, links and headings.
import { describe, expect, it } from 'vitest'
import { addToText, releaseText } from '../../testing.ts'

const update = (text: string) => addToText(text, [{ type: 'Added', description: 'NEW' }])
function release(text: string): string {
  const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

describe('an update', () => {
  it('has no blank line below a category where the two newest have none', () => {
    const older = '## 1.1.0\n### Fixed\n\n- c\n\n### Changed\n\n- c\n\n## 1.0.0\n### Added\n\n- a\n'
    const text = `## Unreleased\n\n## 1.3.0\n### Fixed\n- e\n\n## 1.2.0\n### Added\n- d\n\n${older}`
    expect(update(text)).toContain('## Unreleased\n### Added\n- NEW\n\n## 1.3.0')
  })

  it('has two blank lines between versions where the two newest do', () => {
    const text =
      '## 1.3.0\n\n- d\n\n\n## 1.2.0\n\n- c\n\n\n## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a\n\n## 0.9.0\n\n- a\n\n## 0.8.0\n'
    expect(update(text)).toContain('- NEW\n\n\n## 1.3.0')
  })

  it('has a label in brackets beside other words in brackets', () => {
    const text =
      '1.1.1\n=====\n  * [Fix] f\n  * [Robustness] r\n  * [Dev Deps] d\n\n1.1.0\n=====\n  * [New] n\n  * [eslint] e\n\n1.0.0\n=====\n  * [meta] m\n  * [Fix] x\n'
    expect(update(text)).toContain('Unreleased\n==========\n  * [New] NEW\n\n1.1.1')
  })

  it.each([
    [
      'below a category, where words in brackets say the part',
      '## 1.1.0\n\n### Notes\n\n- [Fix] a\n- [server] b\n- [client] c\n',
    ],
    [
      'where the words in brackets are parts, such as docs',
      '## 1.1.0\n\n- [server] b\n- [docs] c\n- [build] d\n- [client] c\n',
    ],
    [
      'where few of the words in brackets are types',
      '## 1.1.0\n\n- [Fix] a\n- [server] b\n- [client] c\n- [docs-site] d\n- [web] e\n- [api] f\n- [cli] g\n- [gui] h\n- [core] i\n',
    ],
  ])('has no label %s', (_name, text) => {
    expect(update(text)).not.toContain('] NEW')
  })

  it('has its own category where other changes are beside changes', () => {
    const version = (name: string) => `## ${name}\n\n### Changes\n\n- a\n\n### Other Changes\n\n- b\n`
    expect(update(`${version('1.1.0')}\n${version('1.0.0')}`)).toContain('### Added\n\n- NEW\n')
  })

  it('has an underlined category below versions that are lines of text', () => {
    const below = (index: number) => (index === 0 ? 'New features\n------------\n\n - b\n' : ' - a\n')
    const versions = Array.from(
      { length: 11 },
      (_, index) => `Version 1.${20 - index} (21-JAN-2020)\n\n${below(index)}`,
    )
    const text = versions.join('\n')
    expect(update(text)).toContain('Unreleased\n\nNew features\n------------\n\n - NEW\n')
  })

  it('has a category one level below the version beside a deep heading with a link', () => {
    const text = '## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a\n\n###### [made by tool](https://a.b)\n'
    expect(update(text)).toContain('## Unreleased\n\n### Added\n\n- NEW\n')
  })

  it('is possible below a table of contents', () => {
    const versions = 'Tool 2.0\n--------\n\n- b\n\nTool 1.0\n--------\n\n- a\n'
    const text = `Tool versions\n-------------\n\n - [Tool 2.0](#tool-20)\n - [Tool 1.0](#tool-10)\n\n${versions}`
    expect(update(text)).toContain('(#tool-10)\n\nUnreleased\n----------\n')
    expect(() => update(text.replace('(#tool-10)', '(#tool-10) has a new API'))).toThrow(/line 1/)
  })

  it('stands in the chapter of ranges such as “major changes between”', () => {
    const range = (from: string, to: string) =>
      `### Major changes between Tool ${from} and Tool ${to} [20 Jan 2020]\n\n  * a\n`
    const text = `Tool 2.0\n--------\n\n${range('2.0.0', '2.0.1')}\n${range('1.9.3', '2.0.0')}`
    expect(update(text)).toContain('Tool 2.0\n--------\n\n### Unreleased\n')
  })
})

describe('a release', () => {
  it('leads from an Unreleased link that ends at the newest version', () => {
    const text =
      '## [Unreleased]\n\n- x\n\n## [1.1.0]\n\n- b\n\n## [1.0.0]\n\n- a\n\n[Unreleased]: https://a.b/compare/v1.0.0...v1.1.0\n[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0\n'
    expect(release(text)).toContain('[Unreleased]: https://a.b/compare/v1.2.0...HEAD\n')
  })

  it('continues a heading with small text', () => {
    const text =
      '**Unreleased**\n\n- x\n\n**1.1.0** - <small>_May 8, 2026_</small> — [Diff](https://a.b/compare/1.0.0...1.1.0)\n\n- b\n\n**1.0.0** - <small>_May 7, 2026_</small> — [Diff](https://a.b/compare/0.9.0...1.0.0)\n\n- a\n'
    expect(release(text)).toContain(
      '**1.2.0** - <small>_November 21, 2026_</small> — [Diff](https://a.b/compare/1.1.0...1.2.0)\n',
    )
  })
})
