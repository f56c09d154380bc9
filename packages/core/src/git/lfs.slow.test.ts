// Tests that the filter of git-lfs runs exactly as git-lfs installs it, and that no other program of the repository runs in its
// place. A small program stands for git-lfs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listChanges } from './changes/index.ts'
import { openIn, prependPath, QUERY, useScratch } from './testing.ts'

const scratch = useScratch()
const { commit, git, list, put } = scratch

/** Speaks git's protocol for filters. The filtered content is a pointer: the length of the file. */
const GIT_LFS = `#!${process.execPath}
const { readSync, writeSync } = require('node:fs')
function read(length) {
  const buffer = Buffer.alloc(length)
  for (let start = 0; start < length; ) {
    const bytes = readSync(0, buffer, start, length - start, null)
    if (bytes === 0) process.exit(0)
    start += bytes
  }
  return buffer
}
function readList() {
  const packets = []
  for (let size = parseInt(read(4), 16); size > 0; size = parseInt(read(4), 16)) packets.push(read(size - 4))
  return packets
}
const write = (...lines) =>
  writeSync(1, lines.map((line) => line && (line.length + 4).toString(16).padStart(4, '0') + line).join('') + '0000')
if (process.argv[2] !== 'filter-process') process.exit(1)
readList()
write('git-filter-server\\n', 'version=2\\n')
readList()
write('capability=clean\\n', 'capability=smudge\\n')
for (;;) {
  readList()
  const content = Buffer.concat(readList())
  write('status=success\\n')
  write('pointer to ' + content.length + ' bytes\\n')
  write()
}
`

const INSTALLED = {
  'filter.lfs.clean': 'git-lfs clean -- %f',
  'filter.lfs.smudge': 'git-lfs smudge -- %f',
  'filter.lfs.process': 'git-lfs filter-process',
  'filter.lfs.required': 'true',
}
const SKIPPING = {
  'filter.lfs.smudge': 'git-lfs smudge --skip -- %f',
  'filter.lfs.process': 'git-lfs filter-process --skip',
}

describe('a file of git-lfs', () => {
  let bin: string
  let marker: string
  beforeEach(() => {
    bin = join(scratch.home, 'bin')
    marker = join(scratch.home, 'marker')
    mkdirSync(bin)
    writeFileSync(join(bin, 'git-lfs'), GIT_LFS, { mode: 0o755 })
    writeFileSync(join(bin, 'own'), `#!/bin/sh\ntouch ${marker}\ncat\n`, { mode: 0o755 })
    prependPath(bin)
    put('.gitattributes', '*.bin filter=lfs\n')
    put('large.bin', 'pointer to 5 bytes\n')
    commit()
    // As after a checkout with git-lfs: the file has its content, and git has not looked at it since.
    put('large.bin', 'large')
    utimesSync(join(scratch.folder, 'large.bin'), 1, 1)
  })
  const configure = (entries: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(entries)) git('config', '--add', name, value)
  }

  it.each<[string, Record<string, string>]>([
    ['git lfs install --local', INSTALLED],
    ['git lfs install --local --skip-smudge', { ...INSTALLED, ...SKIPPING }],
    [
      'git lfs install --local, and its settings',
      {
        ...INSTALLED,
        'lfs.repositoryformatversion': '0',
        'lfs.https://a.example/o/r.git/info/lfs.access': 'basic',
        'lfs.locksverify': 'false',
      },
    ],
  ])('is compared by its pointer after %s', async (_, entries) => {
    configure(entries)
    expect(await list()).toEqual([])
    put('large.bin', 'larger')
    expect(await list()).toEqual(['Changed large.bin'])
  })

  it.each<[string, Record<string, string>]>([
    ['another program', { ...INSTALLED, 'filter.lfs.process': 'own' }],
    ['a further command', { ...INSTALLED, 'filter.lfs.process': 'git-lfs filter-process; own' }],
    ['another program for a key that git prefers less', { ...INSTALLED, 'filter.lfs.clean': 'own' }],
    ['a path to git-lfs', { ...INSTALLED, 'filter.lfs.process': './git-lfs filter-process' }],
    ['an extension', { ...INSTALLED, 'lfs.extension.own.clean': 'own' }],
    ['a transfer program', { ...INSTALLED, 'lfs.customtransfer.own.path': 'own' }],
    ['another storage', { ...INSTALLED, 'lfs.storage': '/tmp' }],
  ])('is compared by its content, and no program runs, with %s', async (_, entries) => {
    configure(entries)
    expect(await list()).toEqual(['Changed large.bin'])
    expect(existsSync(marker)).toBe(false)
  })

  it('is compared by its content when one of two values is another program', async () => {
    configure({ 'filter.lfs.process': 'own' })
    configure(INSTALLED)
    expect(await list()).toEqual(['Changed large.bin'])
  })

  it('is compared by its content when another filter has the commands of git-lfs', async () => {
    put('.gitattributes', '*.bin filter=own\n')
    commit()
    put('large.bin', 'large again')
    configure({ 'filter.own.process': 'git-lfs filter-process', 'filter.own.required': 'true' })
    expect(await list()).toEqual(['Changed large.bin'])
  })

  it('is an error that names git-lfs when it is not installed', async () => {
    configure(INSTALLED)
    const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    const folder = join(scratch.home, 'git-alone')
    mkdirSync(folder)
    symlinkSync(git, join(folder, 'git'))
    vi.stubEnv('PATH', folder)
    await expect(listChanges(openIn(scratch.folder), QUERY)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringMatching(/^expected git-lfs in PATH, /),
    })
  })
})
