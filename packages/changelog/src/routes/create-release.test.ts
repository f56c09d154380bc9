import { describe, expect, it } from 'vitest'
import { assertFailure, KEYS, makeApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

async function post(payload: unknown, changelog = LOG) {
  const test = await makeApp({ changelog })
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/changelog/release',
    headers: {
      'x-api-key': KEYS['release:create'],
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && {
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    }),
  })
  return { answer, file: test.readFile() }
}

describe('POST /api/changelog/release', () => {
  it.each([
    ['MAJOR', '2.0.0'],
    ['MINOR', '1.3.0'],
    ['PATCH', '1.2.1'],
  ])('releases a %s as %s, dated today in UTC, below a fresh Unreleased', async (bump, version) => {
    const { answer, file } = await post({ version_bump: bump })
    expect(answer.json()).toEqual({ success: true, version, message: 'Release created successfully' })
    expect(file).toBe(LOG.replace('### Added', `## [${version}] - 2026-11-21\n\n### Added`))
  })

  it.each([
    ['an empty object', {}],
    ['an empty body', ''],
    ['no body', undefined],
  ])('releases a PATCH for %s', async (_about, payload) => {
    expect((await post(payload)).answer.json()).toMatchObject({ success: true, version: '1.2.1' })
  })

  it.each([
    ['{"version_bmup":"MAJOR"}', /version_bmup: unknown member; expected any of: version_bump/],
    ['{"version_bump":"major"}', /version_bump: expected one of: MAJOR, MINOR, PATCH, got "major"/],
    ['{"version_bump":""}', /version_bump/],
    ['{"version_bump":null}', /version_bump/],
    ['{"version_bump":["MAJOR"]}', /version_bump/],
  ])('refuses %s, so that it does not become a PATCH', async (payload, message) => {
    const { answer, file } = await post(payload)
    expect(assertFailure(answer, 'invalid_body')).toMatch(message)
    expect(file).toBe(LOG)
  })

  it.each([
    [
      '## [Unreleased]\n\n### Added\n\n- None\n\n## [1.2.0] - 2020-01-01\n',
      '1.2.0',
      'there is nothing under Unreleased',
    ],
    ['# Log\n', '0.0.0', 'there is no Unreleased heading'],
    ['', '0.0.0', 'there is no Unreleased heading'],
  ])(
    'answers success false with the current version and a reason for %j',
    async (changelog, version, reason) => {
      const { answer, file } = await post({ version_bump: 'MAJOR' }, changelog)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ success: false, version, message: 'Failed to create release', reason })
      expect(file).toBe(changelog)
    },
  )

  it('released twice releases once', async () => {
    const test = await makeApp({ changelog: LOG })
    const release = () =>
      test.app.inject({ method: 'POST', url: '/api/changelog/release', headers: { 'x-api-key': KEYS.all } })
    const answers = (await Promise.all([release(), release(), release()])).map(
      (answer) => answer.json().success,
    )
    expect(answers.toSorted()).toEqual([false, false, true])
    expect(test.readFile().match(/## \[1\.2\.1\]/g)).toHaveLength(1)
  })
})
