import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openIn, putGit, useScratch } from './testing.ts'

const scratch = useScratch()

describe('the version of git', () => {
  it.each([
    ['2.29.9', 'got 2.29'],
    ['1.99.0', 'got 1.99'],
  ])('%s is rejected', async (version, got) => {
    putGit(scratch.home, () => `echo git version ${version}`)
    await expect(openIn(scratch.folder).open()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining(got),
    })
  })

  it.each(['2.30.0', '3.0.0'])('%s is accepted', async (version) => {
    putGit(
      scratch.home,
      (real) => `case "$*" in *--version) echo git version ${version};; *) exec ${real} "$@";; esac`,
    )
    expect((await openIn(scratch.folder).open()).prefix).toBe('')
  })

  it('cannot be checked when git is missing', async () => {
    vi.stubEnv('PATH', join(scratch.home, 'nowhere'))
    await expect(openIn(scratch.folder).open()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining('got no git'),
    })
  })

  it('cannot be checked when git exceeds the timeout', async () => {
    putGit(scratch.home, () => 'exec sleep 60')
    await expect(openIn(scratch.folder, { timeoutMs: 50 }).open()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
    })
  })
})
