// Which versions of git are accepted.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScratch, openIn, putGit } from '../testing.ts'

let home: string
let folder: string

beforeEach(() => {
  ;({ home, folder } = createScratch())
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

describe('the version of git', () => {
  it.each([
    ['2.29.9', 'got 2.29'],
    ['1.99.0', 'got 1.99'],
  ])('%s is refused', async (version, got) => {
    putGit(home, () => `echo git version ${version}`)
    await expect(openIn(folder).prefix()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining(got),
    })
  })

  it.each(['2.30.0', '3.0.0'])('%s is accepted', async (version) => {
    putGit(
      home,
      (real) => `case "$*" in --version) echo git version ${version};; *) exec ${real} "$@";; esac`,
    )
    expect(await openIn(folder).prefix()).toBe('')
  })

  it('is required: a missing git is refused', async () => {
    vi.stubEnv('PATH', join(home, 'nowhere'))
    await expect(openIn(folder).prefix()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: 'expected git 2.30 or later in PATH, got none',
    })
  })

  it('is not waited for beyond the timeout', async () => {
    putGit(home, () => 'exec sleep 60')
    await expect(openIn(folder, { timeoutMs: 50 }).prefix()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
    })
  })
})
