// Tests paths that are not valid UTF-8. They are escaped without loss, so different paths stay different.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from './changes/index.ts'
import { decodePath } from './path.ts'
import { commitIn, gitIn, listIn, openIn, putIn, QUERY, useScratch } from './testing.ts'

/** Returns the bytes that the characters U+0000 to U+00FF represent. */
const bytes = (text: string) => Buffer.from(text, 'latin1')
/** The bytes that a path was decoded from. */
function encodePath(path: string): Buffer {
  if (!path.startsWith('./')) return Buffer.from(path)
  const toByte = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
  return bytes(path.slice('./'.length).replaceAll(/\\x([0-9a-f]{2})/g, toByte))
}
const anyName = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((array) => Buffer.from(array)),
  fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => Buffer.from(text)),
  fc.string({ unit: fc.constantFrom('\\', 'x', 'e', '9', '5', 'c', 'é', '\u{1f600}') }).map(bytes),
)
/** git prints no path that starts with `./`. */
const anyPath = anyName.filter((name) => !name.toString('latin1').startsWith('./'))

describe('a path', () => {
  it.each([
    ['docs/caf\xe9.md', './docs/caf\\xe9.md'],
    ['caf\xe9', './caf\\xe9'],
    ['back\\slash\xff', './back\\x5cslash\\xff'],
    ['gr\xc3\xb6\xc3\x9fe\xff', './gr\\xc3\\xb6\\xc3\\x9fe\\xff'],
    ['\xed\xa0\x80', './\\xed\\xa0\\x80'],
    ['\xc0\xaf', './\\xc0\\xaf'],
  ])('is escaped, except for ASCII, when it is not valid UTF-8: %j', (raw, path) => {
    expect(decodePath(raw)).toBe(path)
    expect(encodePath(path)).toEqual(bytes(raw))
  })

  it.each(['größe/naïve.md', 'caf\\xe9', 'back\\slash', '\ufeffbom', '\ufffd', '日本語/📚.txt'])(
    'is not escaped when it is valid UTF-8: %j',
    (path) => {
      expect(decodePath(Buffer.from(path).toString('latin1'))).toBe(path)
      expect(encodePath(path)).toEqual(Buffer.from(path))
    },
  )

  it('is encoded to its original bytes, so different paths stay different', () => {
    fc.assert(
      fc.property(anyPath, (name) => {
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
  const pathOf = (name: string) => Buffer.concat([Buffer.from(`${scratch.folder}/`), bytes(name)])
  const put = (name: string, text: string) => writeFileSync(pathOf(name), text)
  const names = ['caf\xe9', 'caf\xea', 'new\nline\xff', 'caf\\xe9', '"\xff"']
  const escaped = ['./"\\xff"', './caf\\xe9', './caf\\xea', './new\nline\\xff', 'caf\\xe9']
  const expectAll = async (type: string) =>
    expect(await listIn(scratch.folder)).toEqual(escaped.map((path) => `${type} ${path}`))

  it('have distinct paths when they are untracked, changed or removed', async () => {
    for (const name of names) put(name, 'text')
    await expectAll('Added')
    commitIn(scratch.folder)
    for (const name of names) put(name, 'other')
    await expectAll('Changed')
    for (const name of names) rmSync(pathOf(name))
    await expectAll('Removed')
  })

  it('are compared by content after git rm --cached', async () => {
    for (const name of names) put(name, 'text')
    symlinkSync('caf', pathOf('link\xff'))
    commitIn(scratch.folder)
    gitIn(scratch.folder, 'rm', '-q', '-r', '--cached', '.')
    expect(await listIn(scratch.folder)).toEqual([])
    for (const name of names) put(name, 'other')
    await expectAll('Changed')
  })

  it('have the category of their folder or extension', async () => {
    mkdirSync(join(scratch.folder, 'docs'))
    put('docs/caf\xe9', 'text')
    put('caf\xe9.md', 'text')
    const { changes } = await listChanges(openIn(scratch.folder), QUERY)
    expect(changes.map(({ path, category }) => [path, category])).toEqual([
      ['./caf\\xe9.md', 'Documentation'],
      ['./docs/caf\\xe9', 'Documentation'],
    ])
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
