// Tests several services, each with a clone of one remote, while clients send requests to any of them and one is killed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  CHANGELOG,
  createRepository,
  git,
  type Released,
  readHistory,
  send,
  serveChangelog,
} from './changelog-client.ts'
import type { RunningService } from './process.ts'

const UPDATES = 60
const RELEASES = 12
const CLIENTS = 6

it.each([2, 5])('%i replicas share a changelog: nothing is lost, and nothing is twice', async (count) => {
  const home = mkdtempSync(join(tmpdir(), 'qb-replicas-'))
  const remote = join(home, 'remote.git')
  createRepository(join(home, 'first'))
  git(home, 'clone', '--quiet', '--bare', 'first', remote)
  const folders = Array.from({ length: count }, (_, index) => join(home, `clone-${index}`))
  for (const folder of folders) git(home, 'clone', '--quiet', remote, folder)
  const replicas: RunningService[] = []
  for (const folder of folders) replicas.push(await serveChangelog(folder, 'push'))
  try {
    // Each attempt goes to another replica, as behind a load balancer.
    const any = () => replicas[Math.floor(Math.random() * count)]
    const released: Released[] = []
    const work = Array.from({ length: UPDATES + RELEASES }, (_, index) => async () => {
      if (index % 6 !== 5) {
        const changes = [{ type: 'Added', description: `entry-${index}` }]
        return send(any, 'update', `update-${index}`, { changes })
      }
      const bump = ['PATCH', 'MINOR', 'MAJOR'][index % 3]
      const response = (await send(any, 'release', `release-${index}`, { version_bump: bump })) as Released
      if (response.success) released.push(response)
      return response
    })
    const client = async () => {
      for (let next = work.shift(); next; next = work.shift()) await next()
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    await pause(1000)
    await replicas[0]?.stop('SIGKILL')
    replicas[0] = await serveChangelog(folders[0] as string, 'push')
    await clients

    const text = git(remote, 'show', 'main:CHANGELOG.md')
    const entries = Array.from(text.matchAll(/^- (entry-\d+)$/gm), ([, name]) => name as string)
    expect(entries).toHaveLength(UPDATES)
    expect(new Set(entries).size).toBe(UPDATES)
    const versions = Array.from(
      text.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm),
      ([, version]) => version as string,
    )
    expect(versions).toEqual(versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })))
    expect(new Set(versions).size).toBe(versions.length)
    const added = versions.filter((version) => !CHANGELOG.includes(`[${version}]`))
    expect(added.toSorted()).toEqual(released.map(({ version }) => version).toSorted())
    expect(git(remote, 'for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main\n')
    expect(git(remote, 'tag', '--merged=main')).toBe(git(remote, 'tag'))
    expect(git(remote, 'rev-list', '--merges', 'main')).toBe('')
    for (const { version, commit, tag } of released) {
      expect(tag).toBe(`v${version}`)
      expect(git(remote, 'rev-parse', `${tag}^{commit}`).trim()).toBe(commit)
    }
    // The replicas follow the remote when they are read. A read waits for that for at most a second; on a busy machine,
    // the clone is in the middle of it when the response arrives, and a later read finds it done.
    for (const [index, replica] of replicas.entries()) {
      const folder = folders[index] as string
      const followed = async () => {
        await readHistory(replica)
        return {
          status: git(folder, 'status', '--porcelain'),
          head: git(folder, 'rev-parse', 'HEAD'),
          text: readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
          tags: git(folder, 'tag'),
        }
      }
      await expect.poll(followed, { timeout: 60_000, interval: 1000 }).toEqual({
        status: '',
        head: git(remote, 'rev-parse', 'main'),
        text,
        tags: git(remote, 'tag'),
      })
    }
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
    rmSync(home, { recursive: true, maxRetries: 5 })
  }
})
