// Tests pre-releases and exact versions, over HTTP and as a tool.
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { callTool } from '../mcp/testing.ts'
import { assertError, KEYS, makeApp, type TestApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

const post = ({ app }: TestApp, operation: string, payload: object) =>
  app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all },
    payload,
  })
const add = (test: TestApp, description: string) =>
  post(test, 'update', { changes: [{ type: 'Added', description }] })

describe('POST /api/changelog/release', () => {
  it.each([
    ['keep', /\[1\.3\.0\] - 2026-11-21\n\n### Added\n\n- z\n\n## \[1\.3\.0-rc\.2\]/],
    ['fold', /\[1\.3\.0\] - 2026-11-21\n\n### Added\n\n- x\n- second\n- z\n\n## \[1\.2\.0\]/],
  ])('releases a train, and does with its pre-releases what %s says', async (setting, text) => {
    const test = await makeApp({ changelog: LOG, environment: { CHANGELOG_PRERELEASE: setting } })
    const rc = { version_bump: 'MINOR', prerelease: 'rc' }
    const dry = (await post(test, 'release', { ...rc, dry_run: true })).json()
    expect(dry.diff).toContain('+## [1.3.0-rc.1] - 2026-11-21')
    expect((await post(test, 'release', rc)).json()).toEqual({
      success: true,
      version: '1.3.0-rc.1',
      message: 'Release created successfully',
    })
    await add(test, 'second')
    expect((await post(test, 'release', rc)).json()).toMatchObject({ version: '1.3.0-rc.2' })
    await add(test, 'z')
    expect((await post(test, 'release', {})).json()).toMatchObject({ version: '1.3.0' })
    expect(test.readFile()).toMatch(text)
  })

  it.each([
    [{ version: '2.0.0' }, '2.0.0'],
    [{ prerelease: 'beta' }, '1.2.1-beta.1'],
  ])('with %j creates %s', async (payload, version) => {
    const test = await makeApp({ changelog: LOG })
    expect((await post(test, 'release', payload)).json()).toMatchObject({ success: true, version })
    expect(test.readFile()).toContain(`## [${version}] - 2026-11-21`)
  })

  it.each([
    [{ version: '1.2.0' }, CHANGELOG_ERRORS.edit_refused, /higher than 1\.2\.0, got "1\.2\.0"/],
    [{ version: 'next' }, CHANGELOG_ERRORS.edit_refused, /expected a SemVer version/],
    [{ version: 2 }, HTTP_ERRORS.invalid_body, /^version: /],
    [{ prerelease: 'rc.1' }, HTTP_ERRORS.invalid_body, /^prerelease: /],
    [{ prerelease: '1' }, HTTP_ERRORS.invalid_body, /^prerelease: /],
    [{ prerelease: '' }, HTTP_ERRORS.invalid_body, /^prerelease: /],
    [
      { prerelease: 'rc', version: '2.0.0' },
      HTTP_ERRORS.invalid_body,
      /^prerelease: cannot be combined with version/,
    ],
    [
      { version_bump: 'PATCH', version: '2.0.0' },
      HTTP_ERRORS.invalid_body,
      /^version_bump: cannot be combined with version/,
    ],
  ])('rejects %j', async (payload, error, message) => {
    const test = await makeApp({ changelog: LOG })
    expect(assertError(await post(test, 'release', payload), error)).toMatch(message)
    expect(test.readFile()).toBe(LOG)
  })
})

describe('the tool create_release', () => {
  it.each([
    [{ version_bump: 'MINOR', prerelease: 'rc' }, '1.3.0-rc.1'],
    [{ version: '2.0.0' }, '2.0.0'],
    [{ version_bump: null, version: '2.0.0' }, '2.0.0'],
  ])('with %j creates %s', async (args, version) => {
    const test = await makeApp({ changelog: LOG })
    const { structuredContent } = await callTool(test, 'create_release', args)
    expect(structuredContent).toMatchObject({ success: true, version })
  })

  it('has a bump or a version, and not both', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const args of [{}, { version_bump: 'MAJOR', version: '2.0.0' }])
      expect(await callTool(test, 'create_release', args)).toMatchObject({ isError: true })
    expect(test.readFile()).toBe(LOG)
  })
})
