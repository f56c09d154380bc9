import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { assertError, DEFAULT_SETTINGS, KEYS, makeApp, makeContext, readValue } from '../testing.ts'
import { defineCreateRelease } from './create-release.ts'

const createRelease = defineCreateRelease(DEFAULT_SETTINGS)

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

async function post(payload: unknown, changelog = LOG) {
  const test = await makeApp({ changelog })
  const response = await test.app.inject({
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
  return { response, file: test.readFile() }
}

describe('createRelease', () => {
  it('names the link that it could not continue', async () => {
    const changelog = '## Unreleased\n\n- x\n\n## [1.0.0](https://a.b/milestone/7)\n\n- a\n'
    const { context, readFile } = makeContext({ changelog })
    const result = await readValue(await createRelease.run({ version_bump: 'MINOR' }, context))
    expect(result).toMatchObject({ success: true, warnings: [expect.stringContaining('milestone/7')] })
    expect(readFile()).toContain('\n## 1.1.0\n')
  })

  it('runs without HTTP', async () => {
    const { context, readFile } = makeContext({ changelog: LOG })
    const result = await createRelease.run({ version_bump: 'MINOR' }, context)
    expect(await readValue(result)).toMatchObject({ success: true, version: '1.3.0' })
    expect(result).toMatchObject({ cache: 'none', revision: (await context.changelog.read()).revision })
    expect(readFile()).toContain('## [1.3.0] - 2026-11-21')
  })
})

describe('POST /api/changelog/release', () => {
  it.each([
    ['MAJOR', '2.0.0'],
    ['MINOR', '1.3.0'],
    ['PATCH', '1.2.1'],
  ])(
    'creates a %s release %s with the current date in UTC, below an empty Unreleased section',
    async (bump, version) => {
      const { response, file } = await post({ version_bump: bump })
      expect(response.json()).toEqual({ success: true, version, message: 'Release created successfully' })
      expect(file).toBe(LOG.replace('### Added', `## [${version}] - 2026-11-21\n\n### Added`))
    },
  )

  it('gives the heading of a minor version the level of the others, far below patches with another level', async () => {
    const section = (heading: string) =>
      `\n${heading}\n\n### Added\n\n- One.\n- Two.\n\n### Fixed\n\n- Three.\n`
    const patches = Array.from({ length: 12 }, (_, index) => `## 1.2.${12 - index}`)
    const older = ['# 1.2.0', '# 1.1.0', '# 1.0.0', '# 0.9.0']
    const changelog = `# Log\n\n## Unreleased\n\n- x\n${[...patches, ...older].map(section).join('')}`
    const { file } = await post({ version_bump: 'MINOR' }, changelog)
    expect(file).toContain('## Unreleased\n\n# 1.3.0\n\n- x\n')
  })

  it.each([
    ['an empty object', {}],
    ['an empty body', ''],
    ['no body', undefined],
  ])('creates a PATCH release for %s', async (_name, payload) => {
    expect((await post(payload)).response.json()).toMatchObject({ success: true, version: '1.2.1' })
  })

  it.each([
    ['{"version_bmup":"MAJOR"}', /version_bmup: unknown member; expected one of: version_bump/],
    ['{"version_bump":"major"}', /version_bump: expected one of: MAJOR, MINOR, PATCH; got "major"/],
    ['{"version_bump":""}', /version_bump/],
    ['{"version_bump":null}', /version_bump/],
    ['{"version_bump":["MAJOR"]}', /version_bump/],
  ])('responds with 400 for %s, and creates no release', async (payload, message) => {
    const { response, file } = await post(payload)
    expect(assertError(response, HTTP_ERRORS.invalid_body)).toMatch(message)
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
  ])('returns success false, the current version and a reason for %j', async (changelog, version, reason) => {
    const { response, file } = await post({ version_bump: 'MAJOR' }, changelog)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      success: false,
      version,
      message: 'Failed to create release',
      reason,
    })
    expect(file).toBe(changelog)
  })

  it('creates one release for three concurrent requests', async () => {
    const test = await makeApp({ changelog: LOG })
    const release = () =>
      test.app.inject({ method: 'POST', url: '/api/changelog/release', headers: { 'x-api-key': KEYS.all } })
    const responses = (await Promise.all([release(), release(), release()])).map(
      (response) => response.json().success,
    )
    expect(responses.toSorted()).toEqual([false, false, true])
    expect(test.readFile().match(/## \[1\.2\.1\]/g)).toHaveLength(1)
  })
})
