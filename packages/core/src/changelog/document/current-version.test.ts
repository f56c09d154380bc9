import { expect, it } from 'vitest'
import { currentVersion, currentVersionHeading } from './current-version.ts'
import { parseChangelog } from './parse.ts'

it.each([
  ['the first', ['## Unreleased', '## [1.1.0] - 2026-11-21', '## 1.0.0'], '1.1.0', '## [1.1.0] - 2026-11-21'],
  ['not the first', ['## 1.9.0', '  ## v1.10.0 ##', '## 1.2.0'], '1.10.0', '  ## v1.10.0 ##'],
  ['a setext heading', ['1.0.0', '====='], '1.0.0', '1.0.0'],
  ['above its prerelease', ['## 1.0.0-rc.1', '## 1.0.0'], '1.0.0', '## 1.0.0'],
  ['missing', ['# Log', '## Unreleased', '- 1.0.0'], '0.0.0', undefined],
])('reads the current version when it is %s', (_name, lines, version, heading) => {
  const document = parseChangelog(lines.join('\n'))
  expect(currentVersion(document)).toBe(version)
  expect(currentVersionHeading(document)).toBe(heading)
})
