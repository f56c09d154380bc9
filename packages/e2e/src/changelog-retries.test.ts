// Tests clients that repeat their requests, while the service is killed at random moments. Each request takes effect once.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type RunningService, startService } from './process.ts'

const KEY = `qb_e2e_${'k'.repeat(43)}`
const SCOPES = 'changes:read+changelog:write+release:create'
const ENTRY = `e2e:${SCOPES}:${createHash('sha256').update(KEY).digest('hex')}`
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n- The first.\n'
const KILLS = 8

let service: RunningService | undefined
let folder = ''
afterEach(async () => {
  await service?.stop('SIGKILL')
  rmSync(folder, { recursive: true })
})

const serve = () =>
  startService('changelog', {
    REPOSITORY_PATH: folder,
    CHANGELOG_API_KEYS: ENTRY,
    CHANGELOG_RATE_LIMIT_MAX: '0',
  })

/** Sends a request until it gets a response. Returns its body. */
async function send(operation: string, key: string, body: object): Promise<unknown> {
  for (;;) {
    const response = await fetch(new URL(`/api/changelog/${operation}`, service?.url), {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response?.status === 200 && text !== undefined) return JSON.parse(text)
    if (response && text !== undefined) expect(response.status, text).toBe(409)
    await pause(50)
  }
}

it('take effect once each', { timeout: 180_000 }, async () => {
  folder = mkdtempSync(join(tmpdir(), 'qb-retries-'))
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  service = await serve()
  let isDone = false
  let sent = 0
  const versions: string[] = []
  const work = async (client: number) => {
    while (!isDone) {
      const name = `c${client}-${sent++}`
      await send('update', `update ${name}`.replaceAll(' ', '-'), {
        changes: [{ type: 'Added', description: name }],
      })
      if (sent % 7 !== 0) continue
      const released = await send('release', `release-${name}`, { version_bump: 'PATCH' })
      const { success, version } = released as { success: boolean; version: string }
      if (success) versions.push(version)
    }
  }
  const clients = [1, 2, 3].map(work)
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(20 + Math.random() * 300)
    await service.stop('SIGKILL')
    service = await serve()
  }
  isDone = true
  await Promise.all(clients)
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  const entries = Array.from(text.matchAll(/^- (c\d-\d+)$/gm), ([, name]) => name as string)
  expect(new Set(entries).size).toBe(entries.length)
  expect(entries).toHaveLength(sent)
  const headings = Array.from(text.matchAll(/^## \[(1\.0\.[1-9]\d*)\]/gm), ([, version]) => version as string)
  expect(new Set(headings).size).toBe(headings.length)
  expect(headings.toSorted()).toEqual(versions.toSorted())
  expect(readdirSync(folder).filter((name) => name.includes('.lock') || name.includes('.tmp'))).toEqual([])
})
