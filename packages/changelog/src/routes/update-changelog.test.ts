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
      /changes\[0\]\.description: expected a text, got 5/,
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
