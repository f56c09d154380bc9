// Tests clients that repeat their requests, while the service is killed at random moments. Each request takes effect once.
// `KILLS` is the number of kills in each release mode.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createRepository, git, type Released, send, serveChangelog } from './changelog-client.ts'

const KILLS = Number(process.env.KILLS ?? 5)

it.concurrent.each(['file', 'commit', 'push'])(
  'in the release mode %s, each request takes effect once',
  async (mode) => {
    const home = mkdtempSync(join(tmpdir(), 'qb-retries-'))
    const folder = join(home, 'repository')
    createRepository(folder)
    git(home, 'clone', '--quiet', '--bare', folder, 'remote.git')
    git(folder, 'remote', 'add', 'origin', join(home, 'remote.git'))
    writeFileSync(join(folder, 'staged'), 'staged\n')
    git(folder, 'add', 'staged')
    let service = await serveChangelog(folder, mode)
    try {
      let isDone = false
      let sent = 0
      const versions: string[] = []
      const work = async (client: number) => {
        while (!isDone) {
          const name = `c${client}-${sent++}`
          await send(() => service, 'update', `update-${name}`, {
            changes: [{ type: 'Added', description: name }],
          })
          if (sent % 7 !== 0) continue
          const released = await send(() => service, 'release', `release-${name}`, { version_bump: 'PATCH' })
          const { success, version } = released as Released
          if (success) versions.push(version)
        }
      }
      const clients = [1, 2, 3].map(work)
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(20 + Math.random() * 600)
        await service.stop('SIGKILL')
        service = await serveChangelog(folder, mode)
      }
      isDone = true
      await Promise.all(clients)

      const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
      const entries = Array.from(text.matchAll(/^- (c\d-\d+)$/gm), ([, name]) => name as string)
      expect(new Set(entries).size).toBe(entries.length)
      expect(entries).toHaveLength(sent)
      const headings = Array.from(
        text.matchAll(/^## \[(1\.0\.[1-9]\d*)\]/gm),
        ([, version]) => version as string,
      )
      expect(new Set(headings).size).toBe(headings.length)
      expect(headings.toSorted()).toEqual(versions.toSorted())
      // The service that was started last can still complete what was interrupted, and hold the lock.
      const names = ['.git', 'CHANGELOG.md', 'staged']
      await vi.waitFor(() => expect(readdirSync(folder).toSorted()).toEqual(names), { timeout: 5000 })
      expect(git(folder, 'diff', '--cached', '--name-only')).toBe('staged\n')
      const tags = mode === 'file' ? [] : versions.map((version) => `v${version}`)
      for (const repository of mode === 'push' ? [folder, join(home, 'remote.git')] : [folder]) {
        expect(git(repository, 'tag', '--merged=main').split('\n').slice(0, -1).toSorted()).toEqual(
          tags.toSorted(),
        )
        expect(git(repository, 'tag').split('\n')).toHaveLength(tags.length + 1)
        if (mode === 'push') expect(git(repository, 'show', 'main:CHANGELOG.md')).toBe(text)
      }
      for (const tag of tags) {
        const tagged = git(folder, 'show', `${tag}:CHANGELOG.md`)
        expect(/^## \[(\d+\.\d+\.\d+)\]/m.exec(tagged)?.[1]).toBe(tag.slice(1))
      }
    } finally {
      await service.stop('SIGKILL')
      rmSync(home, { recursive: true, maxRetries: 5 })
    }
  },
)
