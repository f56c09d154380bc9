// Tests what the changelog service says at start about its repository and its keys.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from './process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qb-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Starts the service, and stops it when it is ready. */
async function start(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['packages/changelog/dist/server.bundle.js'], {
    cwd: ROOT,
    env: { ...process.env, CHANGELOG_PORT: '0', REPOSITORY_PATH: folder, ...environment },
  })
  child.stdout.on('data', (part) => String(part).includes('ready at') && child.kill())
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

it('says in a sentence that the folder is in no git repository', async () => {
  const { code, stdout, stderr } = await start({})
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n')[1]).toBe(
    `REPOSITORY_PATH is in no git repository, so changes cannot be listed: ${folder}`,
  )
})

it.each(['commit', 'push'])('does not start there in the release mode %s', async (mode) => {
  const { code, stdout, stderr } = await start({ CHANGELOG_RELEASE_MODE: mode })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `changelog cannot start: invalid config\nREPOSITORY_PATH: expected a folder in a git repository, because CHANGELOG_RELEASE_MODE is ${mode}; got a folder in none: ${folder}\n`,
  )
})
