// Records requests in commit messages, so that every clone finds a request that another one recorded.
// A line is `Changelog-Request: <hash of the id> <hash of the payload> <revision> <version or ->`.
import { hash } from 'node:crypto'
import { type Git, isAncestor } from '../repository/index.ts'
import type { Change, FoundRequest, RecordedRequest } from './change.ts'
import { hasCommit } from './has-commit.ts'

const TRAILER = 'Changelog-Request'
const DIGITS = 32
const LINE = /^Changelog-Request: ([0-9a-f]{32}) ([0-9a-f]{32}) ([0-9a-f]+) (\S+)\s*$/

/** The lines of a commit message that name the requests of a change. */
export function requestLines({ requests, version }: Change): string[] {
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

/** The requests in the history of a branch. */
export interface RequestIndex {
  /**
   * Reads the commits that were not read before.
   * @param head the last commit of the branch
   * @param since the time of the oldest commit to read, in milliseconds since 1970
   * @throws AppError `git/unreadable_repository`
   */
  read(head: string | undefined, since: number): Promise<void>
  /**
   * Finds a request by its id.
   * @param head the last commit of the branch. The request must be in its history
   * @param since the time of the oldest commit, in milliseconds since 1970
   */
  find(id: string, head: string, since: number): Promise<IndexedRequest | undefined>
  /** Whether a payload is the one of a found request. */
  matches(found: IndexedRequest, request: Pick<RecordedRequest, 'fingerprint'>): boolean
}

/** A request with the hash of its payload and the time of its commit. */
export interface IndexedRequest extends Omit<FoundRequest, 'tag'> {
  readonly commit: string
  readonly at: number
}

/** Creates an empty index. */
export function createRequestIndex(git: Git): RequestIndex {
  const found = new Map<string, IndexedRequest>()
  let readHead: string | undefined
  return {
    async read(head, since) {
      if (head === undefined || head === readHead) return
      // The whole history is searched once. The dates of commits are not reliable, so they do not end the search.
      const args = ['log', '--format=%x00%H %ct%n%B', '--fixed-strings', `--grep=${TRAILER}: `, head]
      // After the branch was rewritten, the commit that was read last can be gone.
      const known = readHead !== undefined && (await hasCommit(git, readHead)) ? [`^${readHead}`] : []
      const output = await git.runForText(...args, ...known)
      for (const record of output.split('\0').slice(1)) {
        const [first = '', ...lines] = record.split('\n')
        const [commit = '', seconds] = first.split(' ')
        const at = Number(seconds) * 1000
        for (const line of lines) {
          const [, id = '', fingerprint = '', revision = '', version] = LINE.exec(line) ?? []
          if (version === undefined || at < since) continue
          const isRelease = version !== '-'
          found.set(id, { id, fingerprint, revision, commit, at, version: isRelease ? version : undefined })
        }
      }
      for (const [id, { at }] of found) if (at < since) found.delete(id)
      readHead = head
    },
    async find(id, head, since) {
      const request = found.get(shorten(id))
      if (!request || request.at < since) return undefined
      if (!(await hasCommit(git, request.commit))) return undefined
      return (await isAncestor(git, request.commit, head)) ? request : undefined
    },
    matches: (request, { fingerprint }) => request.fingerprint === shorten(fingerprint),
  }
}
