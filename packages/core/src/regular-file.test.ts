import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRegularFile } from './regular-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'regular-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'file')

describe('a regular file', () => {
  it.each([0, 1, 65_536, 65_537, 200_000])('of %i bytes is read to its end', async (length) => {
    const content = Buffer.alloc(length, 'ab')
    writeFileSync(path(), content)
    const { bytes, stats } = await readRegularFile(path(), 200_000)
    expect(bytes.equals(content)).toBe(true)
    expect(stats.size).toBe(BigInt(length))
  })

  it('of more bytes than allowed is refused before it is read', async () => {
    writeFileSync(path(), 'abcd')
    await expect(readRegularFile(path(), 3)).rejects.toThrow('expected at most 3 bytes, got 4')
  })

  it('that grows while it is read is read to its new end, up to the maximum', async () => {
    writeFileSync(path(), 'a')
    const handle = await open(path())
    await handle.close()
    // All handles have this prototype.
    const prototype = Object.getPrototypeOf(handle)
    const { stat } = prototype
    prototype.stat = async function (...args: never[]) {
      const stats = await stat.apply(this, args)
      appendFileSync(path(), Buffer.alloc(200_000, 'b'))
      return stats
    }
    try {
      expect((await readRegularFile(path(), 200_001)).bytes).toHaveLength(200_001)
      await expect(readRegularFile(path(), 250_000)).rejects.toThrow('expected at most 250000 bytes')
    } finally {
      prototype.stat = stat
    }
  })

  it.runIf(process.platform === 'linux')('of the system that reports no size is read', async () => {
    expect((await readRegularFile('/proc/self/status', 100_000)).bytes.length).toBeGreaterThan(0)
  })
})

describe('what is not a regular file', () => {
  it('is refused at once when it is a FIFO or a folder', async () => {
    execFileSync('mkfifo', [path()])
    await expect(readRegularFile(path(), 10)).rejects.toThrow('expected a regular file')
    mkdirSync(join(folder, 'folder'))
    await expect(readRegularFile(join(folder, 'folder'), 10)).rejects.toThrow('expected a regular file')
    await expect(readRegularFile('/dev/zero', 10)).rejects.toThrow('expected a regular file')
  })

  it('is refused when it is a symbolic link, a socket or nothing', async () => {
    writeFileSync(join(folder, 'target'), 'x')
    symlinkSync('target', path())
    await expect(readRegularFile(path(), 10)).rejects.toMatchObject({ code: 'ELOOP' })
    const server = createServer().listen(join(folder, 'socket'))
    await once(server, 'listening')
    await expect(readRegularFile(join(folder, 'socket'), 10)).rejects.toMatchObject({ code: 'ENXIO' })
    server.close()
    await expect(readRegularFile(join(folder, 'missing'), 10)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
