// A client of the changelog service that repeats a request with the same key until it gets a response.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningService, startService } from './process.ts'

export const API_KEY = `qb_e2e_${'k'.repeat(43)}`
const SCOPES = 'changes:read+changelog:write+release:create'
const ENTRY = `e2e:${SCOPES}:${createHash('sha256').update(API_KEY).digest('hex')}`

/** So many versions that an update is staged before it is verified. */
const OLD_VERSIONS = Array.from(
  { length: 30 },
  (_, index) =>
    `\n## [0.9.${30 - index}] - 2025-01-01\n\n### Added\n\n- Old.\n- Older.\n\n### Fixed\n\n- Oldest.\n`,
)

export const CHANGELOG = `# Changelog

## [Unreleased]

## [1.0.0] - 2026-01-01

### Added

- The first.
${OLD_VERSIONS.join('')}`

/** Starts the service for a repository. */
export function serveChangelog(
  folder: string,
  releaseMode: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  return startService('changelog', {
    REPOSITORY_PATH: folder,
    CHANGELOG_API_KEYS: ENTRY,
    CHANGELOG_RATE_LIMIT_MAX: '0',
    CHANGELOG_RELEASE_MODE: releaseMode,
    CHANGELOG_GIT_NAME: 'Service',
    CHANGELOG_GIT_EMAIL: 'service@example.org',
    CHANGELOG_PUSH_ATTEMPTS: '10',
    LOG_LEVEL: 'fatal',
    ...environment,
  })
}

/** Runs git in a folder. */
export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Person', '-c', 'user.email=person@example.org']
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' })
}

/** Creates a repository with a changelog and one commit. */
export function createRepository(folder: string): void {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder])
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=first')
}

/** The response to a release. */
export interface Released {
  readonly success: boolean
  readonly version: string
  readonly commit?: string
  readonly tag?: string
}

/**
 * Sends a request until it gets a response.
 * @param service returns the service to send the next attempt to
 */
export async function send(
  service: () => RunningService | undefined,
  operation: 'update' | 'release',
  key: string,
  body: object,
): Promise<unknown> {
  for (;;) {
    const response = await fetch(new URL(`/api/changelog/${operation}`, service()?.url), {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response?.status === 200 && text !== undefined) return JSON.parse(text)
    if (response && response.status !== 409) throw new Error(`expected 409, got ${response.status}: ${text}`)
    await pause(50)
  }
}

/** Reads the history, so that the clone follows the remote. */
export async function readHistory(service: RunningService): Promise<void> {
  const response = await fetch(new URL('/api/changelog', service.url), { headers: { 'x-api-key': API_KEY } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`expected 200, got ${response.status}: ${text}`)
}
