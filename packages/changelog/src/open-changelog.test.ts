// Tests which repositories and settings the service starts with.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, readConfig } from '@qb/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChangelogConfig } from './config.ts'
import { openChangelog } from './open-changelog.ts'
import { testEnvironment } from './testing.ts'

let repository: string
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'open-'))
})
afterEach(() => rmSync(repository, { recursive: true }))

/** Opens the changelog of variables. Returns the sentences for the operator. */
function open(variables: Readonly<Record<string, string>>): string[] {
  const notices: string[] = []
  openChangelog({
    config: readConfig(ChangelogConfig, variables),
    folder: repository,
    environment: testEnvironment(),
    logger: createLogger('test', 'silent'),
    onNotice: (sentence) => void notices.push(sentence),
  })
  return notices
}

describe('a start', () => {
  it.each([
    ['a folder that is not in a git repository', false, 1],
    ['a folder in a git repository', true, 0],
  ])('tells the operator of %s', (_about, isRepository, count) => {
    if (isRepository) mkdirSync(join(repository, '.git'))
    mkdirSync(join(repository, 'inner'))
    expect(open({ REPOSITORY_PATH: 'inner' })).toHaveLength(count)
  })

  it.each(['commit', 'push'] as const)(
    'is rejected without a git repository in the mode %s',
    (CHANGELOG_RELEASE_MODE) => {
      expect(() => open({ CHANGELOG_RELEASE_MODE })).toThrow(
        `REPOSITORY_PATH: expected a folder in a git repository, because CHANGELOG_RELEASE_MODE is ${CHANGELOG_RELEASE_MODE}; got a folder in none: `,
      )
    },
  )

  it('is rejected without the folder of the repository', () => {
    expect(() => open({ REPOSITORY_PATH: 'missing' })).toThrow(
      /^REPOSITORY_PATH: expected the path of a folder/,
    )
  })

  it.each([
    [{ CHANGELOG_PUSH_BRANCH: 'next' }, 'CHANGELOG_PUSH_BRANCH: expected {version} in the name, got "next"'],
    [
      { CHANGELOG_PUSH_BRANCH: 'a..{version}' },
      'CHANGELOG_PUSH_BRANCH: expected the name of a branch, got "a..{version}"',
    ],
    [
      { CHANGELOG_PUSH_BRANCH: 'r/{version}', CHANGELOG_PACKAGES: 'api=a' },
      'CHANGELOG_PUSH_BRANCH: expected {package} in the name, got "r/{version}"',
    ],
    [
      { CHANGELOG_PUSH_BRANCH: 'r/{version}', CHANGELOG_RELEASE_MODE: 'commit' },
      'CHANGELOG_PUSH_BRANCH, CHANGELOG_RELEASE_MODE: expected the release mode push with a branch, got commit',
    ],
    [{ CHANGELOG_UPDATE_MESSAGE: 'Update to {version}' }, 'CHANGELOG_UPDATE_MESSAGE: expected no {version}'],
  ])('is rejected with %j', (variables, error) => {
    mkdirSync(join(repository, '.git'))
    expect(() => open({ CHANGELOG_RELEASE_MODE: 'push', ...variables })).toThrow(error)
  })
})
