// Records requests in commit messages, so that every clone finds a request that another one recorded.
// A line is `Changelog-Request: <hash of the id> <hash of the payload> <revision> <version or ->`.
import { hash } from 'node:crypto'
import { readHead } from '../history.ts'
import type { Git } from '../repository.ts'
import type { FoundRequest, IdempotencyKey, Published, RecordedEdit } from './plan.ts'

const TRAILER = 'Changelog-Request'
const DIGITS = 32
const LINE = /^Changelog-Request: ([0-9a-f]{32}) ([0-9a-f]{32}) ([0-9a-f]+) (\S+)\s*$/

/** Returns the lines of a commit message that name the requests of an edit. */
export function requestLines({
  keys,
  revision,
  version = '-',
}: Pick<RecordedEdit, 'keys' | 'revision' | 'version'>): string[] {
  return keys.map(
    ({ id, fingerprint }) => `${TRAILER}: ${shorten(id)} ${shorten(fingerprint)} ${revision} ${version}`,
  )
}

/** Adds lines at the end of a commit message, as trailers. Its own trailers stay in the same paragraph. */
export function addLines(message: string, lines: readonly string[]): string {
  if (lines.length === 0) return message
  const text = message.trimEnd()
  const [, ...paragraphs] = text.split(/\n[^\S\n]*\n/)
  const hasTrailers = paragraphs
    .at(-1)
    ?.split('\n')
    .every((line) => /^(?:[A-Za-z0-9-]+[ \t]*:|[ \t])/.test(line))
  return `${text}${hasTrailers ? '\n' : '\n\n'}${lines.join('\n')}\n`
}

function shorten(text: string): string {
  return hash('sha256', text).slice(0, DIGITS)
}

/**
 * Finds requests in the history of HEAD and of other refs, by their ids, in one walk.
 * @param since in milliseconds since 1970
 * @param others options of `git log` that name the other refs
 * @param nameOf names the tag or the branch of a release
 */
export async function findRequests(
  git: Git,
  keys: readonly IdempotencyKey[],
  since: number,
  others: readonly string[],
  nameOf: (version: string) => Pick<Published, 'tag' | 'branch'>,
): Promise<ReadonlyMap<string, FoundRequest>> {
  const found = new Map<string, FoundRequest>()
  const { head } = await readHead(git)
  if (head === undefined) return found
  const byHash = new Map(keys.map((key) => [shorten(key.id), key]))
  const patterns = [...byHash.keys()].map((id) => `--grep=${TRAILER}: ${id}`)
  // The dates of commits are not reliable, so they do not end the search.
  const options = ['--format=%x00%H %ct%n%B', '--fixed-strings', ...patterns]
  const output = await git.readText('log', ...options, head, ...others)
  for (const record of output.split('\0').slice(1)) {
    const [first = '', ...lines] = record.split('\n')
    const [commit = '', seconds] = first.split(' ')
    if (Number(seconds) * 1000 < since) continue
    for (const line of lines) {
      const [, id = '', fingerprint, revision = '', version = '-'] = LINE.exec(line) ?? []
      const key = byHash.get(id)
      if (!key) continue
      const isSame = fingerprint === shorten(key.fingerprint)
      const release = version === '-' ? { version: undefined } : { version, ...nameOf(version) }
      found.set(key.id, { isSame, revision, commit, ...release })
    }
  }
  return found
}
