import { expect, it } from 'vitest'
import type { VersionBump } from './entry.ts'
import { bumpVersion, highestVersion } from './version.ts'

it.each([
  [[], '0.0.0'],
  [['1.0.0'], '1.0.0'],
  [['1.9.0', '1.10.0', '1.2.0'], '1.10.0'],
  [['2.0.0', '1.0.0'], '2.0.0'],
  [['1.0.0-rc.2', '1.0.0', '1.0.0-rc.10'], '1.0.0'],
  [['1.0.0-rc.2', '1.0.0-rc.10', '1.0.0-beta'], '1.0.0-rc.10'],
])('finds the highest of %j: %s', (versions, highest) => {
  expect(highestVersion(versions)).toBe(highest)
})

it.each<[VersionBump, string, string]>([
  ['MAJOR', '1.2.3', '2.0.0'],
  ['MINOR', '1.2.3', '1.3.0'],
  ['PATCH', '1.2.3', '1.2.4'],
  ['PATCH', '1.2.3-rc.1', '1.2.3'],
])('makes a %s release of %s: %s', (bump, current, next) => {
  expect(bumpVersion(current, bump)).toBe(next)
})

it.each(['1.2', '', 'latest'])('does not increment %j', (current) => {
  expect(() => bumpVersion(current, 'MINOR')).toThrow(`expected a SemVer version, got ${current}`)
})
