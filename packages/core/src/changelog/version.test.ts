import { expect, it } from 'vitest'
import type { VersionBump } from './entry.ts'
import { bumpVersion, highestVersion, schemeOf, toSemVer } from './version.ts'

it.each([
  [[], '0.0.0'],
  [['1.0.0'], '1.0.0'],
  [['1.9.0', '1.10.0', '1.2.0'], '1.10.0'],
  [['2.0.0', '1.0.0'], '2.0.0'],
  [['0.95', '0.094', '0.90'], '0.95'],
  [['0.095', '0.1', '0.09'], '0.1'],
  [['1.0.0-rc.2', '1.0.0', '1.0.0-rc.10'], '1.0.0'],
  [['1.4.0-stable', '1.4.0-rc.1', '1.4.0.dev1'], '1.4.0-stable'],
  [['1.0.0-rc.2', '1.0.0-rc.10', '1.0.0-beta'], '1.0.0-rc.10'],
])('finds the highest of %j: %s', (versions, highest) => {
  expect(highestVersion(versions)).toBe(highest)
})

it.each<[VersionBump, string, string]>([
  ['MAJOR', '1.2.3', '2.0.0'],
  ['MINOR', '1.2.3', '1.3.0'],
  ['PATCH', '1.2.3', '1.2.4'],
  ['PATCH', '1.2.3-rc.1', '1.2.3'],
  ['MINOR', '1.2', '1.3'],
  ['MAJOR', '1.2', '2.0'],
  ['MAJOR', '21', '22'],
  ['MINOR', '3.0.0 Beta 2', '3.0.0'],
  ['PATCH', '2.0-rc1', '2.0'],
  ['MINOR', '1.1-10', '1.2-0'],
  ['MINOR', '1.02.02', '1.03.00'],
  ['MINOR', '2.1-stable', '2.2-stable'],
  ['PATCH', '1.4.0-release', '1.4.1-release'],
  ['MAJOR', '1.4.0.Final', '2.0.0.Final'],
  ['PATCH', '1.17.09', '1.17.10'],
])('makes a %s release of %s: %s', (bump, current, next) => {
  expect(bumpVersion(current, bump)).toBe(next)
})

it.each(['', 'latest', '21', '2026.11', '25.07', '1.2.3.4', '1.001002'])(
  'makes no minor release of %j',
  (current) => {
    expect(bumpVersion(current, 'MINOR')).toBeUndefined()
  },
)

it('makes no release that needs more numbers', () => {
  expect(bumpVersion('1.2', 'PATCH')).toBeUndefined()
})

// Each scheme of the table, with what it means as SemVer.
it.each([
  ['1.2.3', 'a SemVer version', '1.2.3'],
  ['1.2.3-rc.1+b', 'a SemVer version', '1.2.3-rc.1+b'],
  ['2026.11.2', 'a SemVer version', '2026.11.2'],
  ['2026.11', 'a date', '2026.11.0'],
  ['25.07.1', 'a date', '25.7.1'],
  ['1.2', 'a version of one to three numbers', '1.2.0'],
  ['21', 'a version of one to three numbers', '21.0.0'],
  ['3.0.0 Beta 2', 'a version of one to three numbers', '3.0.0-beta.2'],
  ['5.0.0.rc.1', 'a version of one to three numbers', '5.0.0-rc.1'],
  ['1.1-10', 'a version of one to three numbers', '1.1.10'],
  ['1.77.3.1784', 'a version of four numbers', undefined],
  ['1.001002', 'a decimal version', '1.1002.0'],
])('%s is %s', (version, scheme, semVer) => {
  expect([schemeOf(version)?.name, toSemVer(version)]).toEqual([scheme, semVer])
})
