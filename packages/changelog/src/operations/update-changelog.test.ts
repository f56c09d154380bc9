import type { ChangelogStore, OutcomeOf, Transaction } from '@qb/core/changelog'
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { assertError, DEFAULT_SETTINGS, KEYS, makeApp, makeContext, readValue } from '../testing.ts'
import { defineUpdateChangelog } from './update-changelog.ts'

const updateChangelog = defineUpdateChangelog(DEFAULT_SETTINGS)

const LOG = '# Log\n\n## [Unreleased]\n\n## [1.2.0] - 2020-01-01\n\n- x\n'

async function post(
  payload: unknown,
  { changelog = LOG, type = 'application/json' }: { changelog?: string; type?: string } = {},
) {
  const test = await makeApp({ changelog })
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/changelog/update',
    headers: { 'x-api-key': KEYS['changelog:write'], ...(type && { 'content-type': type }) },
    ...(payload !== undefined && {
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    }),
  })
  return { response, file: test.readFile(), test }
}

const SUCCESS = { success: true, message: 'Changelog updated successfully' }

describe('updateChangelog', () => {
  it('runs without HTTP', async () => {
    const { context, readFile } = makeContext({ changelog: LOG })
    const { revision } = await context.changelog.read()
    const changes = [{ type: 'Added' as const, description: 'a' }]
    const precondition = { kind: 'one_of', revisions: [revision] } as const
    const result = await updateChangelog.run({ changes, precondition }, context)
    expect(await readValue(result)).toEqual(SUCCESS)
    expect(result).toMatchObject({ cache: 'none', revision: (await context.changelog.read()).revision })
    expect(readFile()).toBe(LOG.replace('## [1.2.0]', '### Added\n\n- a\n\n## [1.2.0]'))
    await expect(updateChangelog.run({ changes, precondition }, context)).rejects.toMatchObject({
      code: CHANGELOG_ERRORS.precondition_failed.code,
    })
  })

  it('takes no lock when there are no changes', async () => {
    const { context } = makeContext({ changelog: LOG })
    const { read } = context.changelog
    const changelog = { ...context.changelog, transact: () => Promise.reject(new Error('a lock')) }
    const result = await updateChangelog.run({ changes: [] }, { ...context, changelog })
    expect(result).toMatchObject({ revision: (await read()).revision })
  })
})

describe('POST /api/changelog/update', () => {
  it('adds each element as an entry under Unreleased and its type, in order', async () => {
    const changes = [
      { type: 'Removed', description: 'r' },
      { type: 'Added', description: 'a1' },
      { type: 'Added', description: 'a2' },
    ]
    const { response, file } = await post({ changes })
    expect(response.json()).toEqual(SUCCESS)
    expect(file).toBe(
      LOG.replace('## [1.2.0]', '### Added\n\n- a1\n- a2\n\n### Removed\n\n- r\n\n## [1.2.0]'),
    )
  })

  it.each([
    ['an empty object', {}, 'application/json'],
    ['an empty array', { changes: [] }, 'application/json'],
    ['an empty body', '', 'application/json'],
    ['spaces', '  \n', 'application/json'],
    ['no body and no type', undefined, ''],
  ])('succeeds and does not change the file for %s', async (_name, payload, type) => {
    const { response, file } = await post(payload, { type })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(SUCCESS)
    expect(file).toBe(LOG)
  })

  it.each<[string, unknown, RegExp]>([
    [
      'an unknown type',
      { changes: [{ type: 'Fixed', description: 'x' }] },
      /changes\[0\]\.type: expected one of: Added, Changed, Removed; got "Fixed"/,
    ],
    ['a type in lower case', { changes: [{ type: 'added', description: 'x' }] }, /changes\[0\]\.type/],
    ['no type', { changes: [{ description: 'x' }] }, /changes\[0\]\.type: expected .*; got nothing/],
    [
      'no description',
      { changes: [{ type: 'Added' }] },
      /changes\[0\]\.description: expected .*, got nothing/,
    ],
    [
      'a description that is a number',
      { changes: [{ type: 'Added', description: 5 }] },
      /changes\[0\]\.description: expected a string .*, got 5/,
    ],
    [
      'a description that is null',
      { changes: [{ type: 'Added', description: null }] },
      /changes\[0\]\.description/,
    ],
    [
      'a blank description',
      { changes: [{ type: 'Added', description: ' \n' }] },
      /changes\[0\]\.description: expected .*, got a blank string/,
    ],
    ['an object instead of the array', { changes: {} }, /changes: expected an array, got \{\}/],
    ['null instead of the array', { changes: null }, /changes: expected an array, got null/],
    ['a string in the array', { changes: ['x'] }, /changes\[0\]: expected an object, got "x"/],
    [
      'an unknown member',
      { changes: [], changelog: 1 },
      /changelog: unknown member; expected one of: changes/,
    ],
    [
      'an unknown member of an element',
      { changes: [{ type: 'Added', description: 'x', scope: 'y' }] },
      /changes\[0\]\.scope: unknown member/,
    ],
    ['an array', [], /expected an object, got \[\]/],
    ['null', 'null', /expected an object, got null/],
    ['a string', '"x"', /expected an object, got "x"/],
  ])('responds with 400 for %s and does not change the file', async (name, payload, message) => {
    const { response, file } = await post(payload)
    const error = /blank/.test(name) ? CHANGELOG_ERRORS.invalid_description : HTTP_ERRORS.invalid_body
    expect(assertError(response, error)).toMatch(message)
    expect(file).toBe(LOG)
  })

  it.each([
    '{',
    '{"changes":',
    'changes=1',
    '{"changes":[]}}',
    '\uFEFF{',
    '{"__proto__":{}}',
    '{"constructor":{"prototype":{}}}',
  ])('responds with 400 for the body %j', async (payload) => {
    const { response, file } = await post(payload)
    assertError(response, HTTP_ERRORS.malformed_request)
    expect(file).toBe(LOG)
  })

  it('reports every issue', async () => {
    const { response } = await post({ changes: [{ type: 'A', description: 1 }, 2], other: 3 })
    const error = assertError(response, HTTP_ERRORS.invalid_body)
    for (const name of ['changes[0].type', 'changes[0].description', 'changes[1]', 'other'])
      expect(error).toContain(name)
  })

  it('reports only the first 20 issues', async () => {
    const valid = { type: 'Added', description: 'x' }
    const invalid = Array.from({ length: 19 }, () => ({ type: 'Added' }))
    const { response } = await post({ changes: [...invalid, ...Array(4900).fill(valid), 1, 2, 3] })
    const error = assertError(response, HTTP_ERRORS.invalid_body)
    expect(error.match(/changes\[\d+\]/g)).toHaveLength(20)
    expect(error).toContain('changes[4919]: expected an object, got 1')
    expect(error).not.toContain('changes[4920]')
  })

  it.each([
    ['5.5 million empty elements', `{"changes":[${'{},'.repeat(5_500_000)}{}]}`],
    ['a million unknown members', `{${Array.from({ length: 1_000_000 }, (_, index) => `"m${index}":0`)}}`],
    ['5,000 nested arrays', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['5,000 nested arrays as changes', `{"changes":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['nested objects in a change', `{"changes":[${'{"type":'.repeat(5000)}1${'}'.repeat(5000)}]}`],
    ['16 MiB of brackets', '['.repeat(16 * 1024 * 1024)],
  ])('responds with 400 for %s', async (_name, payload) => {
    const { response, file } = await post(payload)
    expect(assertError(response, HTTP_ERRORS.invalid_body)).toMatch(/^expected at most \d+ (values|levels)/)
    expect(file).toBe(LOG)
  })

  it('accepts 5,000 elements, and rejects 5,001', async () => {
    const changelogStore: ChangelogStore = {
      read: () => Promise.reject(new Error('read')),
      preview: () => Promise.reject(new Error('preview')),
      catchUp: () => Promise.reject(new Error('catchUp')),
      catchUpAlone: () => Promise.reject(new Error('catchUpAlone')),
      prepare: () => Promise.reject(new Error('prepare')),
      findRecorded: () => Promise.reject(new Error('findRecorded')),
      versionControl: undefined,
      transact: async <T extends Transaction>() => ({
        outcome: { kind: 'added' } as OutcomeOf<T>,
        revision: '0',
        isReplayed: false,
      }),
    }
    const { app } = await makeApp({ changelogStore })
    const send = (count: number) =>
      app.inject({
        method: 'POST',
        url: '/api/changelog/update',
        headers: { 'x-api-key': KEYS.all },
        payload: { changes: Array(count).fill({ type: 'Added', description: 'x' }) },
      })
    expect((await send(5000)).statusCode).toBe(200)
    expect(assertError(await send(5001), HTTP_ERRORS.invalid_body)).toBe(
      'changes: expected at most 5000 elements, got 5001',
    )
  })

  it.each([
    ['1000000 characters', 'x'.repeat(10_000), 100, 1_000_001],
    ['10000 lines', `${'x\n'.repeat(99)}x`, 100, 10_001],
    ['10000 lines', `${'x\r'.repeat(99)}x`, 100, 10_001],
  ])('accepts descriptions of %s in total, and rejects one more', async (most, description, count, got) => {
    const changes = Array(count).fill({ type: 'Added', description })
    expect((await post({ changes })).response.statusCode).toBe(200)
    const { response, file } = await post({ changes: [...changes, { type: 'Added', description: 'x' }] })
    expect(assertError(response, CHANGELOG_ERRORS.invalid_description)).toBe(
      `changes: expected descriptions of at most ${most} in total, got ${got}; send several updates`,
    )
    expect(file).toBe(LOG)
  })

  it('accepts a description of 10,000 characters, and rejects one of 10,001', async () => {
    const send = (length: number) => post({ changes: [{ type: 'Added', description: 'x'.repeat(length) }] })
    expect((await send(10_000)).response.statusCode).toBe(200)
    const { response, file } = await send(10_001)
    expect(assertError(response, HTTP_ERRORS.invalid_body)).toMatch(
      /description: expected a string of at most 10000/,
    )
    expect(file).toBe(LOG)
  })

  it('adds descriptions as plain text with escape, and as Markdown without it', async () => {
    const descriptions = ['- a', '1. b', '# c', '[d]: e', 'py/__init__.py', 'gen<T>.ts', 'a*b*c.txt']
    const changes = descriptions.map((description) => ({ type: 'Added', description }))
    const { response, file } = await post({ changes, escape: true })
    expect(response.json()).toEqual(SUCCESS)
    const written = [
      '\\- a',
      '1\\. b',
      '\\# c',
      '\\[d]: e',
      'py/\\_\\_init\\_\\_.py',
      'gen\\<T>.ts',
      'a\\*b\\*c.txt',
    ]
    expect(file).toContain(`### Added\n\n${written.map((text) => `- ${text}\n`).join('')}\n## [1.2.0]`)
    for (const unescaped of [{ escape: false }, {}])
      assertError((await post({ changes, ...unescaped })).response, CHANGELOG_ERRORS.invalid_description)
    assertError((await post({ changes, escape: 'yes' })).response, HTTP_ERRORS.invalid_body)
  })

  it('adds no entry when a description is invalid, and the error names it', async () => {
    const changes = [
      { type: 'Added', description: 'valid' },
      { type: 'Added', description: 'x\n## [9.9.9] - 2020-01-01' },
    ]
    const { response, file } = await post({ changes })
    expect(assertError(response, CHANGELOG_ERRORS.invalid_description)).toMatch(
      /^changes\[1\]\.description: line 2: expected no heading/,
    )
    expect(file).toBe(LOG)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])(
    'responds with 415 for a body of type %s',
    async (type) => {
      const { response } = await post('{"changes":[]}', { type })
      assertError(response, HTTP_ERRORS.unsupported_media_type)
    },
  )

  it('responds with 413 for a body of more than 16 MiB', async () => {
    const { response } = await post({ changes: [{ type: 'Added', description: 'x'.repeat(17_000_000) }] })
    assertError(response, HTTP_ERRORS.content_too_large)
  })

  it('responds with 400 and the line number when the changelog is ambiguous', async () => {
    const changelog = '## Unreleased\n\n- a\n\n## [Unreleased]\n'
    const { response, file } = await post({ changes: [{ type: 'Added', description: 'x' }] }, { changelog })
    expect(assertError(response, CHANGELOG_ERRORS.ambiguous)).toContain('line 5')
    expect(file).toBe(changelog)
  })
})
