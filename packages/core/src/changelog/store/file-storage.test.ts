// Tests that a session publishes only what was staged last, and only once.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFileStorage } from './file-storage.ts'
import { NODE_FILE_SYSTEM } from './file-system.ts'
import { createPollBudget } from './lock.ts'
import { resolveChangelogPath } from './real-path.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
  writeFileSync(join(folder, 'LOG.md'), 'old\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = () => readFileSync(join(folder, 'LOG.md'), 'utf8')
const begin = () =>
  openFileStorage(NODE_FILE_SYSTEM, resolveChangelogPath(folder, 'LOG.md')).begin(createPollBudget())

it('publishes what was staged last', async () => {
  const session = await begin()
  const first = session.stage([Buffer.from('first, and longer\n')])
  const second = session.stage([Buffer.from('sec'), Buffer.from('ond\n')])
  await expect(first.publish()).rejects.toThrow('expected to publish the staged content once')
  expect(read()).toBe('old\n')
  expect(await second.publish()).toBe(true)
  expect(read()).toBe('second\n')
  await session.end()
  expect(readdirSync(folder)).toEqual(['LOG.md'])
})

it('does not touch what is published', async () => {
  const session = await begin()
  const staged = session.stage([Buffer.from('new\n')])
  expect(await staged.publish()).toBe(true)
  await expect(staged.publish()).rejects.toThrow('expected to publish the staged content once')
  expect(() => session.stage([Buffer.from('later\n')])).toThrow('expected to stage before')
  await session.end()
  expect(read()).toBe('new\n')
})

it('drops what is not published', async () => {
  const session = await begin()
  session.stage([Buffer.from('new\n')])
  await session.end()
  expect(read()).toBe('old\n')
  expect(readdirSync(folder)).toEqual(['LOG.md'])
})
