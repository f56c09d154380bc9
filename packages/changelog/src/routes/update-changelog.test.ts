import type { ChangelogFile } from '@qb/core/changelog'
import { describe, expect, it } from 'vitest'
import { assertFailure, KEYS, makeApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n## [1.2.0] - 2020-01-01\n\n- x\n'

async function post(
  payload: unknown,
  { changelog = LOG, type = 'application/json' }: { changelog?: string; type?: string } = {},
) {
  const test = await makeApp({ changelog })
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/changelog/update',
    headers: { 'x-api-key': KEYS['changelog:write'], ...(type && { 'content-type': type }) },
    ...(payload !== undefined && {
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    }),
  })
  return { answer, file: test.readFile(), test }
}

const SUCCESS = { success: true, message: 'Changelog updated successfully' }

describe('POST /api/changelog/update', () => {
  it('adds each element as one entry under Unreleased and its type, in order', async () => {
    const changes = [
      { type: 'Removed', description: 'r' },
      { type: 'Added', description: 'a1' },
      { type: 'Added', description: 'a2' },
    ]
    const { answer, file } = await post({ changes })
    expect(answer.json()).toEqual(SUCCESS)
    expect(file).toBe(
      LOG.replace('## [1.2.0]', '### Added\n\n- a1\n- a2\n\n### Removed\n\n- r\n\n## [1.2.0]'),
    )
  })

  it.each([
    ['an empty object', {}, 'application/json'],
    ['an empty list', { changes: [] }, 'application/json'],
    ['an empty body', '', 'application/json'],
    ['spaces', '  \n', 'application/json'],
    ['no body and no type', undefined, ''],
  ])('answers success and leaves the file for %s', async (_about, payload, type) => {
    const { answer, file } = await post(payload, { type })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(SUCCESS)
    expect(file).toBe(LOG)
  })

  it.each<[string, unknown, RegExp]>([
    [
      'another type',
      { changes: [{ type: 'Fixed', description: 'x' }] },
      /changes\[0\]\.type: expected one of: Added, Changed, Removed, got "Fixed"/,
    ],
    ['a type in lower case', { changes: [{ type: 'added', description: 'x' }] }, /changes\[0\]\.type/],
    ['no type', { changes: [{ description: 'x' }] }, /changes\[0\]\.type: expected a value, got none/],
    [
      'no description',
      { changes: [{ type: 'Added' }] },
      /changes\[0\]\.description: expected a value, got none/,
    ],
    [
      'a description that is a number',
      { changes: [{ type: 'Added', description: 5 }] },
      /changes\[0\]\.description: expected a text .*, got 5/,
    ],
    [
      'a description that is null',
      { changes: [{ type: 'Added', description: null }] },
      /changes\[0\]\.description/,
    ],
    [
      'a blank description',
      { changes: [{ type: 'Added', description: ' \n' }] },
      /changes\[0\]\.description: expected a text, got a blank one/,
    ],
    ['an object in place of the list', { changes: {} }, /changes: expected a list, got \{\}/],
    ['null in place of the list', { changes: null }, /changes: expected a list, got null/],
    ['a text in the list', { changes: ['x'] }, /changes\[0\]: expected an object, got "x"/],
    [
      'an unknown member',
      { changes: [], changelog: 1 },
      /changelog: unknown member; expected any of: changes/,
    ],
    [
      'an unknown member of an element',
      { changes: [{ type: 'Added', description: 'x', scope: 'y' }] },
      /changes\[0\]\.scope: unknown member/,
    ],
    ['a list', [], /expected an object, got \[\]/],
    ['null', 'null', /expected an object, got null/],
    ['a text', '"x"', /expected an object, got "x"/],
  ])('refuses %s and leaves the file', async (_about, payload, message) => {
    const { answer, file } = await post(payload)
    const code = /blank/.test(_about) ? 'invalid_description' : 'invalid_body'
    expect(assertFailure(answer, code)).toMatch(message)
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
  ])('refuses the body %j', async (payload) => {
    const { answer, file } = await post(payload)
    assertFailure(answer, 'malformed_request')
    expect(file).toBe(LOG)
  })

  it('names all that is wrong', async () => {
    const { answer } = await post({ changes: [{ type: 'A', description: 1 }, 2], other: 3 })
    const error = assertFailure(answer, 'invalid_body')
    for (const name of ['changes[0].type', 'changes[0].description', 'changes[1]', 'other'])
      expect(error).toContain(name)
  })

  it('names the first 20 issues, however far apart they are', async () => {
    const good = { type: 'Added', description: 'x' }
    const bad = Array.from({ length: 19 }, () => ({ type: 'Added' }))
    const { answer } = await post({ changes: [...bad, ...Array(50_000).fill(good), 1, 2, 3] })
    const error = assertFailure(answer, 'invalid_body')
    expect(error.match(/changes\[\d+\]/g)).toHaveLength(20)
    expect(error).toContain('changes[50019]: expected an object, got 1')
    expect(error).not.toContain('changes[50020]')
  })

  it.each([
    ['5.5 million empty elements', `{"changes":[${'{},'.repeat(5_500_000)}{}]}`],
    ['a million unknown members', `{${Array.from({ length: 1_000_000 }, (_, index) => `"m${index}":0`)}}`],
    ['5,000 lists in each other', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['5,000 lists in each other as changes', `{"changes":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['objects in each other in a change', `{"changes":[${'{"type":'.repeat(5000)}1${'}'.repeat(5000)}]}`],
    ['16 MiB of brackets', '['.repeat(16 * 1024 * 1024)],
  ])('refuses %s', async (_about, payload) => {
    const { answer, file } = await post(payload)
    expect(assertFailure(answer, 'invalid_body')).toMatch(/^expected at most \d+ (values|levels), got more$/)
    expect(file).toBe(LOG)
  })

  it('takes 100,000 elements and not one more', async () => {
    const edit = () => Promise.resolve({ result: undefined, hash: '0'.repeat(32) })
    const file = { read: () => Promise.reject(), edit } as unknown as ChangelogFile
    const { app } = await makeApp({ file })
    const send = (count: number) =>
      app.inject({
        method: 'POST',
        url: '/api/changelog/update',
        headers: { 'x-api-key': KEYS.all },
        payload: { changes: Array(count).fill({ type: 'Added', description: 'x' }) },
      })
    expect((await send(100_000)).statusCode).toBe(200)
    expect(assertFailure(await send(100_001), 'invalid_body')).toBe(
      'changes: expected at most 100000 elements, got 100001',
    )
  })

  it('takes a description of 10,000 characters and not one more', async () => {
    const send = (length: number) => post({ changes: [{ type: 'Added', description: 'x'.repeat(length) }] })
    expect((await send(10_000)).answer.statusCode).toBe(200)
    const { answer, file } = await send(10_001)
    expect(assertFailure(answer, 'invalid_body')).toMatch(/description: expected a text of at most 10000/)
    expect(file).toBe(LOG)
  })

  it('adds none when one is refused, and says which', async () => {
    const changes = [
      { type: 'Added', description: 'fine' },
      { type: 'Added', description: 'x\n## [9.9.9] - 2020-01-01' },
    ]
    const { answer, file } = await post({ changes })
    expect(assertFailure(answer, 'invalid_description')).toMatch(
      /^changes\[1\]\.description: line 2: expected no heading/,
    )
    expect(file).toBe(LOG)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])(
    'refuses a body of type %s',
    async (type) => {
      const { answer } = await post('{"changes":[]}', { type })
      assertFailure(answer, 'unsupported_media_type')
    },
  )

  it('refuses more than 16 MiB', async () => {
    const { answer } = await post({ changes: [{ type: 'Added', description: 'x'.repeat(17_000_000) }] })
    assertFailure(answer, 'content_too_large')
  })

  it('says what and where when the changelog cannot be edited with certainty', async () => {
    const changelog = '## Unreleased\n\n- a\n\n## [Unreleased]\n'
    const { answer, file } = await post({ changes: [{ type: 'Added', description: 'x' }] }, { changelog })
    expect(assertFailure(answer, 'ambiguous_changelog')).toContain('line 5')
    expect(file).toBe(changelog)
  })
})
