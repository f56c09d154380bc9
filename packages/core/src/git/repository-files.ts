// What git would store for files as they lie in the working tree, with the filters of its own settings taken away.
import { createHash } from 'node:crypto'
import { lstat, readlink } from 'node:fs/promises'
import { CoreError } from '../errors.ts'
import { group } from './repository-output.ts'
import { quotePath, toBytes } from './repository-path.ts'
import type { Read, Run } from './repository-run.ts'

/** Options that take away the filters of the repository's own settings; those of the user and the system stay. */
export async function disarmFilters(run: Run): Promise<string[]> {
  const list = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^(filter|safe)\\.']
  const settings = group((await run(...list)).split('\0'), 2)
  const own = settings.filter(
    ([scope, name]) => /^(local|worktree)$/.test(scope ?? '') && /^filter\..*\./.test(name ?? ''),
  )
  const names = new Set(own.map(([, name = '']) => name.slice('filter.'.length, name.lastIndexOf('.'))))
  // A name that is not UTF-8 has lost what it was when it was read.
  const odd = [...names].find((name) => /[=\ufffd]/.test(name))
  if (odd !== undefined) {
    throw new CoreError(
      'repository_unreadable',
      `expected names in UTF-8 and without "=" for the filters in the repository's settings, got ${JSON.stringify(odd)}`,
    )
  }
  return [...names].flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
  )
}

/** How git is run, with text and with bytes. */
interface Git {
  readonly run: Run
  readonly read: Read
}

/** How many files are named in one call of git. */
const FILES_A_CALL = 100

/** Mode and hash of each path as a tree would have them; undefined where that is unknown. */
export async function identifyFiles(
  { run, read }: Git,
  root: string,
  paths: readonly string[],
): Promise<(string | undefined)[]> {
  const guard = await disarmFilters(run)
  const algorithm = (await run('rev-parse', '--show-object-format')).trim()
  const modes = await Promise.all(paths.map((path) => readMode(locate(root, path))))
  const states = new Map<string, string>()
  const files = paths.filter((_, index) => modes[index]?.startsWith('100'))
  for (let start = 0; start < files.length; start += FILES_A_CALL) {
    const part = files.slice(start, start + FILES_A_CALL)
    const input = part.map((path) => `${quotePath(path)}\n`).join('')
    const output = await read([...guard, 'hash-object', '--stdin-paths'], input).catch(() => '')
    const hashes = String(output).split('\n')
    for (const [index, path] of part.entries()) states.set(path, hashes[index] ?? '')
  }
  return Promise.all(
    paths.map(async (path, index) => {
      const mode = modes[index]
      if (mode === '120000') return `${mode} ${await hashLink(locate(root, path), algorithm)}`
      return mode && states.get(path) ? `${mode} ${states.get(path)}` : undefined
    }),
  )
}

/** Where a file is, in bytes. */
function locate(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), toBytes(path)])
}

async function readMode(place: Buffer): Promise<string | undefined> {
  const stats = await lstat(place).catch(() => undefined)
  if (stats?.isSymbolicLink()) return '120000'
  if (!stats?.isFile()) return undefined
  return stats.mode & 0o100 ? '100755' : '100644'
}

/** git's hash of a link: the blob that holds where it leads. */
async function hashLink(place: Buffer, algorithm: string): Promise<string> {
  const target = await readlink(place, { encoding: 'buffer' })
  return createHash(algorithm).update(`blob ${target.length}\0`).update(target).digest('hex')
}
