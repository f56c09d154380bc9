// Tests that a new changelog has the owner of the old one. The file handle is replaced, because only root can change owners.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import * as fileSystem from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { openChangelogStore } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'owner-'))
  writeFileSync(join(folder, 'LOG.md'), 'old\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['another user', { uid: 1, gid: 0 }, true],
  ['another group', { uid: 0, gid: 1 }, true],
  ['another user and group', { uid: 1, gid: 1 }, true],
  ['the same user and group', { uid: 0, gid: 0 }, false],
])('is changed when the new file has %s: %j', async (_name, difference, isChanged) => {
  const chown = vi.fn(async () => undefined)
  const open = (async (...args: Parameters<typeof fileSystem.open>) => {
    const handle = await fileSystem.open(...args)
    if (args[1] !== 'wx') return handle
    const stat = handle.stat.bind(handle) as unknown as () => Promise<{ uid: bigint; gid: bigint }>
    return Object.assign(handle, {
      chown,
      async stat() {
        const { uid, gid } = await stat.call(handle)
        return { uid: BigInt(uid) + BigInt(difference.uid), gid: BigInt(gid) + BigInt(difference.gid) }
      },
    })
  }) as unknown as FileSystem['open']
  const store = openChangelogStore({
    repositoryPath: folder,
    changelogPath: 'LOG.md',
    fileSystem: { ...NODE_FILE_SYSTEM, open },
  })
  await store.transact({ entries: [{ type: 'Added', description: 'new' }] })
  const { uid, gid } = await fileSystem.stat(join(folder, 'LOG.md'))
  expect(chown.mock.calls).toEqual(isChanged ? [[uid, gid]] : [])
})
