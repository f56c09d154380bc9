// Records requests in commit messages, so that every clone finds a request that another one recorded.
// A line is `Changelog-Request: <hash of the id> <hash of the payload> <revision> <version or ->`.
import { hash } from 'node:crypto'
import { hasCommit, isAncestor } from '../history.ts'
import type { Git } from '../repository.ts'
import type { FoundRequest, RecordedEdit } from './plan.ts'

const TRAILER = 'Changelog-Request'
const DIGITS = 32
const LINE = /^Changelog-Request: ([0-9a-f]{32}) ([0-9a-f]{32}) ([0-9a-f]+) (\S+)\s*$/

/** Returns the lines of a commit message that name the requests of an edit. */
export function requestLines({ requests, version }: RecordedEdit): string[] {
  return requests.map(
    ({ id, fingerprint, revision }) =>
      `${TRAILER}: ${shorten(id)} ${shorten(fingerprint)} ${revision} ${version ?? '-'}`,
  )
}

/** Adds lines at the end of a commit message, as trailers. */
export function addLines(message: string, lines: readonly string[]): string {
  return lines.length === 0 ? message : `${message.trimEnd()}\n\n${lines.join('\n')}\n`
}

function shorten(text: string): string {
  return hash('sha256', text).slice(0, DIGITS)
}

/** A request in the history, and whether its payload is the one that is searched. */
export type RecordedResult = FoundRequest & { readonly commit: string; readonly isSame: boolean }

interface IndexedRequest extends Omit<FoundRequest, 'tag'> {
  readonly commit: string
  /** The time of the commit, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Creates a function that finds a request in the history of a commit. It keeps the requests that it has read for as long as
 * they can be repeated, because reading a history of 100,000 commits takes a second.
 */
export function createRequestSearch() {
  let known: { readonly head: string; readonly requests: ReadonlyMap<string, IndexedRequest> } | undefined

  /** @param since the time of the oldest commit, in milliseconds since 1970 */
  return async (
    git: Git,
    head: string,
    { id, fingerprint, since }: { readonly id: string; readonly fingerprint: string; readonly since: number },
  ): Promise<RecordedResult | undefined> => {
    if (known?.head !== head) {
      // After the branch was rewritten, the commit that was read last can be gone.
      const isBehind =
        known && (await hasCommit(git, known.head)) && (await isAncestor(git, known.head, head))
      const range = known && isBehind ? [head, `^${known.head}`] : [head]
      const read = await readRequests(git, range)
      const all = [...(known && isBehind ? known.requests : []), ...read]
      known = { head, requests: new Map(all.filter(([, { at }]) => at >= since)) }
    }
    const found = known.requests.get(shorten(id))
    if (!found || found.at < since) return undefined
    return { ...found, isSame: found.fingerprint === shorten(fingerprint) }
  }
}

/** Reads the requests in a range of commits. Its dates are not reliable, so they do not end the search. */
async function readRequests(
  git: Git,
  range: readonly string[],
): Promise<(readonly [id: string, request: IndexedRequest])[]> {
  const grep = ['--fixed-strings', `--grep=${TRAILER}: `]
  const output = await git.readText('log', '--format=%x00%H %ct%n%B', ...grep, ...range)
  return output
    .split('\0')
    .slice(1)
    .flatMap((record) => {
      const [first = '', ...lines] = record.split('\n')
      const [commit = '', seconds] = first.split(' ')
      const at = Number(seconds) * 1000
      return lines.flatMap((line) => {
        const [, id = '', fingerprint = '', revision = '', version] = LINE.exec(line) ?? []
        if (version === undefined) return []
        const request = { id, fingerprint, revision, commit, at }
        return [[id, { ...request, version: version === '-' ? undefined : version }] as const]
      })
    })
}
