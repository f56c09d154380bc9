// Tests the access control of every operation: its `access` is enforced, and no other scope is required.
import { describe, expect, it } from 'vitest'
import { KEYS, makeApp, OPERATIONS } from '../testing.ts'
import { SCOPES } from './api-keys.ts'

const TABLE = OPERATIONS.map(({ id, method, path, access }) => ({ id, method, path, access }))
const { app } = await makeApp({ changelog: '# Log\n' })

async function statusOf({ method, path }: (typeof TABLE)[number], key?: string): Promise<number> {
  const url = path.replaceAll(/\{\w+\}/g, 'unreleased')
  const headers = key === undefined ? {} : { 'x-api-key': key }
  return (await app.inject({ method, url, headers })).statusCode
}

describe.each(TABLE.filter(({ access }) => access !== 'public'))('$id', (operation) => {
  it('responds with 401 without a credential', async () => {
    expect(await statusOf(operation)).toBe(401)
  })

  it.each(SCOPES.filter((scope) => scope !== operation.access))(
    'responds with 403 for a key with only the scope %s',
    async (scope) => {
      expect(await statusOf(operation, KEYS[scope])).toBe(403)
    },
  )

  it('accepts a key with the scope of the operation', async () => {
    const scope = SCOPES.find((name) => name === operation.access) ?? expect.unreachable()
    expect([401, 403]).not.toContain(await statusOf(operation, KEYS[scope]))
  })
})

describe.each(TABLE.filter(({ access }) => access === 'public'))('$id', (operation) => {
  it.each([undefined, 'an invalid key', ...Object.values(KEYS)])('accepts the key %j', async (key) => {
    expect(await statusOf(operation, key)).toBe(200)
  })
})
