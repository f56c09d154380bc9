// Paths that are not valid UTF-8 are escaped without loss: no two of them become equal.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { classifyPath } from '../changes/index.ts'
import { commitIn, gitIn, listIn, openIn, putIn, useScratch } from '../testing.ts'
import { decodePath, encodePath } from './path.ts'

/** The bytes of the characters U+0000 to U+00FF. */
const bytes = (text: string) => Buffer.from(text, 'latin1')
const names = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((array) => Buffer.from(array)),
  fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => Buffer.from(text)),
  fc.string({ unit: fc.constantFrom('\\', 'x', 'e', '9', '5', 'c', 'é', '\u{1f600}') }).map(bytes),
)
/** git prints no path that begins with `./`. */
const paths = names.filter((name) => !name.toString('latin1').startsWith('./'))

describe('a path', () => {
  it.each([
    ['docs/caf\xe9.md', './docs/caf\\xe9.md'],
    ['caf\xe9', './caf\\xe9'],
    ['back\\slash\xff', './back\\x5cslash\\xff'],
    ['gr\xc3\xb6\xc3\x9fe\xff', './gr\\xc3\\xb6\\xc3\\x9fe\\xff'],
    ['\xed\xa0\x80', './\\xed\\xa0\\x80'],
    ['\xc0\xaf', './\\xc0\\xaf'],
  ])('that is not valid UTF-8 is escaped except for ASCII: %j', (raw, path) => {
    expect(decodePath(raw)).toBe(path)
    expect(encodePath(path)).toEqual(bytes(raw))
  })

  it.each(['größe/naïve.md', 'caf\\xe9', 'back\\slash', '\ufeffbom', '\ufffd', '日本語/📚.txt'])(
    'in UTF-8 is not escaped: %j',
    (path) => {
      expect(decodePath(Buffer.from(path).toString('latin1'))).toBe(path)
      expect(encodePath(path)).toEqual(Buffer.from(path))
    },
  )

  it('is encoded to the same bytes, so no two paths become equal', () => {
    fc.assert(
      fc.property(paths, (name) => {
        const path = decodePath(name.toString('latin1'))
        expect(path.isWellFormed()).toBe(true)
        expect(encodePath(path).equals(name)).toBe(true)
      }),
    )
  })
})

describe('changes of files whose names are not valid UTF-8', () => {
  const scratch = useScratch()
  beforeEach(() => {
    putIn(scratch.folder, 'a')
    commitIn(scratch.folder)
  })
  const at = (name: string) => Buffer.concat([Buffer.from(`${scratch.folder}/`), bytes(name)])
  const put = (name: string, text: string) => writeFileSync(at(name), text)
  const all = ['caf\xe9', 'caf\xea', 'new\nline\xff', 'caf\\xe9', '"\xff"']
  const listed = ['./"\\xff"', './caf\\xe9', './caf\\xea', './new\nline\\xff', 'caf\\xe9']
  const expectAll = async (type: string) =>
    expect(await listIn(scratch.folder)).toEqual(listed.map((path) => `${type} ${path}`))

  it('are listed under distinct paths: untracked, changed and removed', async () => {
    for (const name of all) put(name, 'text')
    await expectAll('Added')
    commitIn(scratch.folder)
    for (const name of all) put(name, 'other')
    await expectAll('Changed')
    for (const name of all) rmSync(at(name))
    await expectAll('Removed')
  })

  it('are compared by content after git rm --cached', async () => {
    for (const name of all) put(name, 'text')
    symlinkSync('caf', at('link\xff'))
    commitIn(scratch.folder)
    gitIn(scratch.folder, 'rm', '-q', '-r', '--cached', '.')
    expect(await listIn(scratch.folder)).toEqual([])
    for (const name of all) put(name, 'other')
    await expectAll('Changed')
  })

  it('have the category of their folder or extension', async () => {
    mkdirSync(join(scratch.folder, 'docs'))
    put('docs/caf\xe9', 'text')
    put('caf\xe9.md', 'text')
    const untracked = await openIn(scratch.folder).untracked()
    expect(untracked).toEqual(['./caf\\xe9.md', './docs/caf\\xe9'])
    expect(untracked.map((path) => classifyPath(path))).toEqual(['Documentation', 'Documentation'])
  })

  it('cannot be listed when the path of the repository is not valid UTF-8', async () => {
    const real = Buffer.concat([Buffer.from(`${scratch.home}/`), bytes('caf\xe9')])
    mkdirSync(real)
    symlinkSync(real, join(scratch.home, 'link'))
    gitIn(join(scratch.home, 'link'), 'init', '-q', '--template=')
    await expect(listIn(join(scratch.home, 'link'))).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining('UTF-8'),
    })
  })
})
