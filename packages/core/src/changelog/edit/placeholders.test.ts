// Tests what an update and a release do with what stands in place of entries: placeholders and comments.
import { describe, expect, it } from 'vitest'
import { addToText, releaseText } from '../testing.ts'

const update = (text: string) => addToText(text, [{ type: 'Added', description: 'NEW' }])
function release(text: string): string {
  const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}
const OLD = '## 1.0.0\n\n### Added\n\n* a\n'
const log = (...parts: string[]) => ['## Unreleased', ...parts, OLD].join('\n\n')

describe('an update', () => {
  it.each<[string, string, string]>([
    [
      'replaces a text that says that there is nothing below an entry',
      log('### Added', '* x\n* None yet.'),
      log('### Added', '* x\n* NEW'),
    ],
    [
      'leaves such a text above an entry, because the new entry is the last one',
      log('### Added', '* None yet.\n* x'),
      log('### Added', '* None yet.\n* x\n* NEW'),
    ],
    [
      'keeps an item that asks for entries, and inserts above it',
      log('### Added', '* Your contribution here.'),
      log('### Added', '* NEW\n* Your contribution here.'),
    ],
    [
      'inserts between the last entry and an item that asks for entries',
      log('### Added', '* x\n* Your contribution here.'),
      log('### Added', '* x\n* NEW\n* Your contribution here.'),
    ],
    ...['...', '.', '–', '\\'].map((sign): [string, string, string] => [
      `keeps the sign ${sign} beside an entry`,
      log('### Added', `* x\n* ${sign}`),
      log('### Added', `* x\n* NEW\n* ${sign}`),
    ]),
    ['replaces a sign that is alone', log('### Added', '* ...'), log('### Added', '* NEW')],
    [
      'separates a new category from an item that asks for entries',
      log('* x\n* Your contribution here.'),
      log('* x\n* Your contribution here.', '### Added', '* NEW'),
    ],
    [
      'inserts an entry with a label above the labels without text',
      log('* [CHANGE]\n* [FEATURE]').replace('* a\n', '* [FEATURE] a\n'),
      log('* [FEATURE] NEW\n* [CHANGE]\n* [FEATURE]').replace('* a\n', '* [FEATURE] a\n'),
    ],
    [
      'inserts an entry with a label in the case of others below the last one',
      log('* **[fixed]:** x').replace('* a\n', '* **[changed]:** a\n'),
      log('* **[fixed]:** x\n* **[added]:** NEW').replace('* a\n', '* **[changed]:** a\n'),
    ],
    [
      'has no label where categories are',
      log('### Fixed', '* [fixed] x').replace('* a\n', '* [changed] a\n'),
      log('### Added', '* NEW', '### Fixed', '* [fixed] x').replace('* a\n', '* [changed] a\n'),
    ],
    [
      'separates a new category from the entry above the text that it replaces',
      log('* x\n* Nothing yet.'),
      log('* x', '### Added', '* NEW'),
    ],
    [
      'does not replace a text above an entry by a new category, which would take the entry',
      log('* None yet.\n* x'),
      log('* None yet.\n* x', '### Added', '* NEW'),
    ],
    [
      'inserts a new category below a sentence that says that the notes are not written',
      log('Unreleased changes. Release notes have not yet been written.'),
      log('Unreleased changes. Release notes have not yet been written.', '### Added', '* NEW'),
    ],
    [
      'inserts a new category below the comment of an empty one',
      log('### Integrations', '<!-- For example -->'),
      log('### Integrations', '<!-- For example -->', '### Added', '* NEW'),
    ],
    [
      'inserts a new category below the comment of an empty one, above the next one',
      log('### Added', '<!-- For\nexample -->', '### Fixed', '* f').replace('### Added', '### Integrations'),
      log('### Integrations', '<!-- For\nexample -->', '### Added', '* NEW', '### Fixed', '* f'),
    ],
    [
      'inserts an entry below the comment of its empty category',
      log('### Added', '<!-- For example -->'),
      log('### Added', '<!-- For example -->', '* NEW'),
    ],
  ])('%s', (_name, before, after) => {
    expect(update(before)).toBe(after)
  })
})

describe('a release', () => {
  const released = (stays: readonly string[], ...parts: string[]) => log(...stays, '## 1.1.0', ...parts)
  it.each<[string, string, string]>([
    [
      'removes a text that says that there is nothing beside an entry',
      log('### Added', '* x\n* None yet.'),
      released([], '### Added', '* x'),
    ],
    [
      'removes such a text above an entry',
      log('### Added', '* None yet.\n* x'),
      released([], '### Added', '* x'),
    ],
    ...['* ...\n* x', '* x\n* .', '* x\n* …\n* y'].flatMap((items): [string, string, string][] => [
      [
        `keeps a sign beside an entry of a category: ${items}`,
        log('### Added', items),
        released([], '### Added', items),
      ],
      [`keeps a sign beside an entry: ${items}`, log(items), released([], items)],
    ]),
    [
      'leaves a category with such a text under Unreleased',
      log('### Added', '* x', '### Fixed', '* None yet.'),
      released(['### Fixed', '* None yet.'], '### Added', '* x'),
    ],
    [
      'keeps such a category in the version when the releases have such categories',
      `${log('### Added', '* x', '### Fixed', '* None.')}\n### Fixed\n\n* None.\n`,
      `${log('## 1.1.0', '### Added', '* x', '### Fixed', '* None.')}\n### Fixed\n\n* None.\n`,
    ],
    [
      'leaves a paragraph in bold with such a text under Unreleased',
      '## Unreleased\n\n**Added**\n\n - x\n\n**Fixed**\n\n - Nothing yet!\n\n## 1.0.0\n\n**Added**\n\n - a\n',
      '## Unreleased\n\n**Fixed**\n\n - Nothing yet!\n\n## 1.1.0\n\n**Added**\n\n - x\n\n## 1.0.0\n\n**Added**\n\n - a\n',
    ],
    [
      'leaves such a text directly under Unreleased there',
      log('_None._', '### Added', '* x'),
      released(['_None._'], '### Added', '* x'),
    ],
    [
      'leaves a sentence that says that the notes are not written',
      log('Unreleased changes. Release notes have not yet been written.', '### Added', '* x'),
      released(['Unreleased changes. Release notes have not yet been written.'], '### Added', '* x'),
    ],
    [
      'leaves such a sentence above entries without a category',
      log('Unreleased changes. Release notes have not yet been written.', '* x'),
      released(['Unreleased changes. Release notes have not yet been written.'], '* x'),
    ],
    [
      'moves an item that asks for entries to Unreleased, with its category',
      log('### Added', '* x\n* Your contribution here.', '### Fixed', '* Your contribution here.'),
      released(
        ['### Added', '* Your contribution here.', '### Fixed', '* Your contribution here.'],
        '### Added',
        '* x',
      ),
    ],
    [
      'moves labels without text to Unreleased',
      log('* [CHANGE] x\n* [CHANGE]\n* **Fixed:**\n* [#12]'),
      released(['* [CHANGE]\n* **Fixed:**'], '* [CHANGE] x\n* [#12]'),
    ],
    [
      'moves an item that asks for entries directly to Unreleased',
      log('* x\n* Your contribution here.'),
      released(['* Your contribution here.'], '* x'),
    ],
    [
      'removes an item at the end of the file',
      '## Unreleased\n\n* x\n* None yet.',
      '## Unreleased\n\n## 0.1.0 - 2026-11-21\n\n* x',
    ],
  ])('%s', (_name, before, after) => {
    expect(release(before)).toBe(after)
  })

  it.each(['* [CHANGE]\n* [FEATURE]', '* **[Added]**', '* Fixed:\n* Changed:'])(
    'needs an entry besides labels without text: %j',
    (text) => {
      expect(release(log(text))).toBe('there is nothing under Unreleased')
    },
  )

  it.each([
    '* https://a.b/compare/v1.0.82...develop',
    '- <https://a.b/compare/1.0.0...HEAD>',
    '- [Changes](https://a.b/compare/v1.0.0..main)',
  ])('needs an entry besides a list of a compare link, which stays: %j', (link) => {
    const old = '## 1.0.0\n\nChanges:\n* a\n'
    const text = `## Unreleased\n\nGit diff:\n${link}\n\nChanges:\n`
    expect(release(`${text}* TODO\n\n${old}`)).toBe('there is nothing under Unreleased')
    expect(release(`${text}* b\n\n${old}`)).toContain(`## Unreleased\n\nGit diff:\n${link}\n\n## 1.1.0\n`)
  })

  it('needs an entry besides placeholders', () => {
    const text = log(
      'Unreleased changes. Release notes have not yet been written.',
      '### Added',
      '* None yet.',
    )
    expect(release(text)).toBe('there is nothing under Unreleased')
  })
})
