import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NODE_FILE_SYSTEM, type OpenFile, readRange, writeAll } from './file-system.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-system-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const { open } = NODE_FILE_SYSTEM
const path = () => join(folder, 'a.txt')

describe('an open file', () => {
  it('has all parts in order, also when each write is short', async () => {
    const file = await open(path(), 'wx', 0o600)
    const short = (parts: readonly Buffer[]) => file.writev([Buffer.concat(parts).subarray(0, 3)])
    await writeAll(
      { ...file, writev: short } as OpenFile,
      ['ab', '', 'cdefghi', 'j'].map((part) => Buffer.from(part)),
    )
    await file.close()
    expect(readFileSync(path(), 'utf8')).toBe('abcdefghij')
  })

  it('is read up to its end, also when each read is short', async () => {
    writeFileSync(path(), 'abcdefghij')
    const file = await open(path(), 'r')
    const short: OpenFile['read'] = (bytes, offset, length, position) =>
      file.read(bytes, offset, Math.min(2, length), position)
    const read = async (start: number, end: number) =>
      (await readRange({ ...file, read: short }, start, end)).toString()
    expect([await read(0, 100), await read(3, 8), await read(5, 5)]).toEqual(['abcdefghij', 'defgh', ''])
    await file.close()
  })

  it('refuses calls after it was closed, because another file can have its descriptor', async () => {
    const file = await open(path(), 'wx')
    await file.close()
    const other = await open(join(folder, 'b.txt'), 'wx')
    await expect(writeAll(file, [Buffer.from('x')])).rejects.toThrow()
    await expect(file.truncate(0)).rejects.toThrow()
    await expect(file.close()).rejects.toThrow()
    await other.close()
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('')
  })
})
