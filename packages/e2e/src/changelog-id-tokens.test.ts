// Runs the changelog service with ID tokens of a CI system instead of keys.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRepository, serveChangelog } from './changelog-client.ts'
import { type IdTokenIssuer, startIdTokenIssuer } from './id-token-issuer.ts'
import type { RunningService } from './process.ts'

const AUDIENCE = 'https://changelog.example'

let home = ''
let issuer: IdTokenIssuer
let service: RunningService | undefined
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'qb-oidc-'))
  createRepository(home)
  issuer = await startIdTokenIssuer()
})
afterEach(async () => {
  await service?.stop('SIGKILL')
  service = undefined
  await issuer.close()
  rmSync(home, { recursive: true, maxRetries: 5 })
})

const serve = async () => {
  service = await serveChangelog(home, 'file', {
    NODE_ENV: 'production',
    CHANGELOG_API_KEYS: '',
    CHANGELOG_OIDC_ISSUER: issuer.url,
    CHANGELOG_OIDC_AUDIENCE: AUDIENCE,
    CHANGELOG_OIDC_RULES: 'repository=owner/name,ref=refs/heads/main => changelog:write release:create',
  })
  return service
}

/** Sends a write with a new token. */
async function post(operation: 'update' | 'release', key: string, body: object, audience = AUDIENCE) {
  const response = await fetch(new URL(`/api/changelog/${operation}`, service?.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${issuer.createToken(audience)}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as Readonly<Record<string, unknown>>,
    isReplayed: response.headers.get('idempotency-replayed') === 'true',
    retryAfter: response.headers.get('retry-after'),
  }
}

const ENTRY = { changes: [{ type: 'Added', description: 'Without a key.' }] }
const readChangelog = () => readFileSync(join(home, 'CHANGELOG.md'), 'utf8')

describe('the changelog service with ID tokens', () => {
  it('adds an entry and releases it, and each once when a job is run again with another token', async () => {
    const { stop } = await serve()
    expect(await post('update', 'entry', ENTRY)).toMatchObject({ status: 200, isReplayed: false })
    expect(await post('update', 'entry', ENTRY)).toMatchObject({ status: 200, isReplayed: true })
    expect(readChangelog().match(/Without a key/g)).toHaveLength(1)
    const released = { status: 200, body: { version: '1.1.0' } }
    expect(await post('release', 'run', { version_bump: 'MINOR' })).toMatchObject(released)
    // The job is run again after the service was started again.
    await stop()
    await serve()
    expect(await post('release', 'run', { version_bump: 'MINOR' })).toMatchObject({
      ...released,
      isReplayed: true,
    })
    expect(readChangelog().match(/^## \[1\.1\.0\]/gm)).toHaveLength(1)
  })

  it('rejects tokens of others, and writes nothing', async () => {
    await serve()
    const before = readChangelog()
    expect((await post('update', 'a', ENTRY, 'https://other.example')).status).toBe(401)
    issuer.claims = { repository: 'owner/fork', ref: 'refs/heads/main' }
    expect((await post('update', 'b', ENTRY)).status).toBe(403)
    issuer.claims = { repository: 'owner/name', ref: 'refs/pull/7/merge' }
    expect((await post('release', 'c', {})).status).toBe(403)
    expect(readChangelog()).toBe(before)
  })

  it('starts and stops while the issuer is down, and asks to try again', async () => {
    issuer.isUp = false
    const { stop } = await serve()
    const { status, retryAfter } = await post('update', 'a', ENTRY)
    expect(status).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect((await stop()).code).toBe(0)
  })

  it('does not start with a rule that gives scopes to strangers', async () => {
    const environment = {
      CHANGELOG_OIDC_ISSUER: issuer.url,
      CHANGELOG_OIDC_AUDIENCE: AUDIENCE,
      CHANGELOG_OIDC_RULES: 'ref=refs/heads/main => release:create',
    }
    await expect(serveChangelog(home, 'file', environment)).rejects.toThrow('ready line')
  })
})
