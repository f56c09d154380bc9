// Tests what the responses contain in the release modes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApp } from '../index.ts'
import { callTool } from '../mcp/testing.ts'
import { gitIn, JWT_SECRET, KEYS, makeApp, type TestApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

const make = (mode: string, environment: Record<string, string> = {}) =>
  makeApp({
    changelog: LOG,
    environment: { CHANGELOG_RELEASE_MODE: mode, ...environment },
    arrange(folder) {
      gitIn(folder, 'init', '--quiet', '--initial-branch=main')
      gitIn(folder, 'add', '--all')
      gitIn(folder, 'commit', '--quiet', '--message=first')
      gitIn(folder, 'init', '--quiet', '--bare', join(folder, '.git/remote'))
      gitIn(folder, 'remote', 'add', 'origin', join(folder, '.git/remote'))
      gitIn(folder, 'push', '--quiet', 'origin', 'main')
    },
  })

async function post({ app }: TestApp, operation: string, payload: object, key?: string) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all, ...(key !== undefined && { 'idempotency-key': key }) },
    payload,
  })
  expect(response.statusCode, response.body).toBe(200)
  return { body: response.json() as Record<string, unknown>, headers: response.headers }
}

const UPDATE = { changes: [{ type: 'Added', description: 'new' }] }
const HASH = expect.stringMatching(/^[0-9a-f]{40}$/)

describe.each([
  ['file', undefined, {}],
  ['commit', undefined, { commit: HASH, tag: 'v1.2.1' }],
  ['push', HASH, { commit: HASH, tag: 'v1.2.1' }],
])('in the release mode %s', (mode, updateCommit, released) => {
  it('the responses contain the commit and the tag, also repeated ones', async () => {
    const test = await make(mode)
    const update = await post(test, 'update', UPDATE, 'u')
    expect(update.body).toEqual({
      success: true,
      message: 'Changelog updated successfully',
      ...(updateCommit && { commit: updateCommit }),
    })
    const release = await post(test, 'release', {}, 'r')
    expect(release.body).toEqual({
      success: true,
      version: '1.2.1',
      message: 'Release created successfully',
      ...released,
    })
    for (const [operation, payload, key, first] of [
      ['update', UPDATE, 'u', update],
      ['release', {}, 'r', release],
    ] as const) {
      const again = await post(test, operation, payload, key)
      expect(again.body).toEqual(first.body)
      expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', etag: first.headers.etag })
    }
    const { commit } = release.body
    if (typeof commit !== 'string') return
    expect(gitIn(test.folder, 'show', `${commit}:CHANGELOG.md`)).toBe(
      readFileSync(join(test.folder, 'CHANGELOG.md'), 'utf8'),
    )
  })

  it('the notes of a version are the same', async () => {
    const test = await make(mode)
    await post(test, 'release', {})
    const { body } = await test.app.inject({
      url: '/api/changelog/1.2.1',
      headers: { 'x-api-key': KEYS.all, accept: 'text/markdown' },
    })
    expect(body).toBe('### Added\n\n- x')
  })

  it('a dry run says what git would do', async () => {
    const test = await make(mode)
    const { body } = await post(test, 'release', { dry_run: true })
    expect(body).toMatchObject({ success: true, version: '1.2.1', dry_run: true })
    const git = { branch: 'main', message: 'Release 1.2.1', tag: 'v1.2.1' }
    const remote = mode === 'push' ? { remote: 'origin' } : {}
    expect(body.git).toEqual(mode === 'file' ? undefined : { ...git, ...remote })
    const update = await post(test, 'update', { ...UPDATE, dry_run: true })
    expect(update.body.git).toEqual(
      mode === 'push' ? { branch: 'main', message: 'Update CHANGELOG.md', remote: 'origin' } : undefined,
    )
    expect(gitIn(test.folder, 'rev-list', '--all', '--count')).toBe('1\n')
  })
})

describe('with CHANGELOG_PUSH_BRANCH', () => {
  const BRANCH = { CHANGELOG_PUSH_BRANCH: 'release/{version}' }

  it('a release is a branch without a tag, over HTTP and as a tool', async () => {
    const test = await make('push', BRANCH)
    const dry = await post(test, 'release', { dry_run: true })
    expect(dry.body.git).toEqual({ branch: 'release/1.2.1', message: 'Release 1.2.1', remote: 'origin' })
    const release = await post(test, 'release', {}, 'r')
    const message = 'Release created successfully'
    expect(release.body).toEqual({
      ...{ success: true, version: '1.2.1', message },
      ...{ commit: HASH, branch: 'release/1.2.1' },
    })
    const again = await post(test, 'release', {}, 'r')
    expect(again.body).toEqual(release.body)
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', etag: release.headers.etag })
    const { structuredContent } = await callTool(test, 'create_release', { version_bump: 'MINOR' })
    expect(structuredContent).toMatchObject({ version: '1.3.0', branch: 'release/1.3.0' })
    expect(structuredContent).not.toHaveProperty('tag')
    expect(gitIn(join(test.folder, '.git/remote'), 'for-each-ref', '--format=%(refname)')).toBe(
      'refs/heads/main\nrefs/heads/release/1.2.1\nrefs/heads/release/1.3.0\n',
    )
    expect(test.readFile()).toBe(LOG)
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
      { CHANGELOG_RELEASE_MODE: 'commit' },
      'CHANGELOG_PUSH_BRANCH, CHANGELOG_RELEASE_MODE: expected the release mode push with a branch, got commit',
    ],
  ] as const)('%j is rejected at start', async (options, error) => {
    const defaults = { CHANGELOG_PUSH_BRANCH: 'r/{version}', CHANGELOG_RELEASE_MODE: 'push' } as const
    const app = createApp({ REPOSITORY_PATH: '.', CHANGELOG_JWT_SECRET: JWT_SECRET, ...defaults, ...options })
    await expect(app).rejects.toThrow(error)
  })
})

describe('the messages of commits', () => {
  const TRAILERS = 'Signed-off-by: Bot <bot@example.org>\\nRef: 1'
  const MESSAGES = {
    CHANGELOG_COMMIT_MESSAGE: `chore(release): {version} of {path} [skip ci]\n\n${TRAILERS}`,
    CHANGELOG_UPDATE_MESSAGE: `chore: update {path} [skip ci]\\n\\n${TRAILERS}`,
  }
  const SUBJECTS = ['chore: update CHANGELOG.md [skip ci]', 'chore(release): 1.2.1 of CHANGELOG.md [skip ci]']

  it.each([undefined, 'key'])('have the templates, also with the key %s, and their trailers', async (key) => {
    const test = await make('push', MESSAGES)
    const last = (format: string) =>
      gitIn(test.folder, 'log', '-1', `--format=${format}`, 'origin/main').trim()
    for (const [index, [operation, payload]] of (
      [
        ['update', UPDATE],
        ['release', {}],
      ] as const
    ).entries()) {
      await post(test, operation, payload, key)
      gitIn(test.folder, 'fetch', '--quiet')
      expect(last('%s')).toBe(SUBJECTS[index])
      expect(last('%(trailers:keyonly)').split('\n')).toEqual(['Signed-off-by', 'Ref', 'Changelog-Request'])
      expect(last('%(trailers:key=Signed-off-by,valueonly)')).toBe('Bot <bot@example.org>')
    }
    expect(gitIn(test.folder, 'tag', '--list', '--format=%(contents:subject)').trim()).toBe(SUBJECTS[1])
  })

  it('are in dry runs, over HTTP and as a tool', async () => {
    const test = await make('push', MESSAGES)
    for (const [index, [operation, tool, payload]] of (
      [
        ['update', 'update_changelog', UPDATE],
        ['release', 'create_release', { version_bump: 'PATCH' }],
      ] as const
    ).entries()) {
      const git = { branch: 'main', message: SUBJECTS[index], remote: 'origin' }
      const { body } = await post(test, operation, { ...payload, dry_run: true })
      expect(body.git).toMatchObject(git)
      const { structuredContent } = await callTool(test, tool, { ...payload, dry_run: true })
      expect(structuredContent).toMatchObject({ git })
    }
  })

  it('of updates have no version', async () => {
    const options = {
      REPOSITORY_PATH: '.',
      CHANGELOG_JWT_SECRET: JWT_SECRET,
      CHANGELOG_UPDATE_MESSAGE: 'Update to {version}',
    }
    await expect(createApp(options)).rejects.toThrow('CHANGELOG_UPDATE_MESSAGE: expected no {version}')
  })
})
