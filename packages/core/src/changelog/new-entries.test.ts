import { expect, it } from 'vitest'
import { parseChangelog } from './document/index.ts'
import { hasNewEntry } from './new-entries.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0]\n\n### Added\n\n- old\n'
const compare = (before: string, after: string) => hasNewEntry(parseChangelog(before), parseChangelog(after))

it.each([
  ['an entry', LOG.replace('- a\n', '- a\n- b\n'), true],
  ['the text of an older entry', LOG.replace('- a\n', '- a\n- old\n'), true],
  ['the same entry once more', LOG.replace('- a\n', '- a\n- a\n'), true],
  ['an entry of another type', LOG.replace('- a\n', '- a\n\n### Fixed\n\n- a\n'), true],
  ['another text of an entry', LOG.replace('- a\n', '- a, and b\n'), true],
  ['a release', LOG.replace('### Added\n\n- a', '## [1.1.0]\n\n### Added\n\n- a'), true],
  ['nothing', LOG, false],
  ['fewer entries', LOG.replace('- a\n', ''), false],
  ['an entry of a released version', LOG.replace('- old\n', '- old\n- older\n'), false],
  ['a placeholder', LOG.replace('- a\n', '- a\n\n### Fixed\n\n- None\n'), false],
  ['other text', LOG.replace('# Log', '# Changes'), false],
])('a changelog that gets %s', (_name, after, isNew) => {
  expect(compare(LOG, after)).toBe(isNew)
})

it('a new changelog has new entries', () => {
  expect(compare('', LOG)).toBe(true)
})
