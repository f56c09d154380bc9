// Creates and verifies API keys of the form `qb_<id>_<secret>`. The config contains only the SHA-256 digest of each key, so
// it contains no secret.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { configError } from '@qb/http'

export const SCOPES = ['changes:read', 'changelog:write', 'release:create'] as const
export type Scope = (typeof SCOPES)[number]

/** The sender of a request: the id of an API key or the subject of a token, with its scopes. */
export interface Caller {
  readonly id: string
  readonly scopes: ReadonlySet<string>
}

/** An accepted API key: its caller and its digest. */
export interface KnownKey extends Caller {
  readonly digest: Buffer
}

const ID = /^[A-Za-z0-9-]{1,40}$/
const KEY = /^qb_([A-Za-z0-9-]{1,40})_([A-Za-z0-9_-]{20,})$/
/** Compared with the digest of a key with an unknown id, so that the time does not reveal which ids exist. */
const DUMMY_DIGEST = Buffer.alloc(32)

/** Parses `CHANGELOG_API_KEYS`. @throws AppError `config/invalid` with the position of every invalid entry */
export function parseKeys(variable: string): KnownKey[] {
  const entries = variable
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const errors: string[] = []
  const keys = entries.map((entry, index) => {
    // Scopes contain colons, so the entry is split at its first and its last colon.
    const [first, last] = [entry.indexOf(':'), entry.lastIndexOf(':')]
    const [id, digest] = [entry.slice(0, first), entry.slice(last + 1)]
    const scopes = entry.slice(first + 1, last).split('+')
    const hasUnknownScope = scopes.some((scope) => !(SCOPES as readonly string[]).includes(scope))
    if (!ID.test(id) || hasUnknownScope || !/^[0-9a-f]{64}$/i.test(digest)) {
      const expected = `<id>:<scope>+<scope>:<sha256 hex> with the scopes ${SCOPES.join(', ')}`
      const got = KEY.test(entry)
        ? ', got what looks like a key; make-key printed its entry below the key'
        : ''
      errors.push(`CHANGELOG_API_KEYS: entry ${index + 1}: expected ${expected}${got}`)
    }
    return { id, scopes: new Set(scopes), digest: Buffer.from(digest, 'hex') }
  })
  const repeated = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) < index)
  if (repeated) errors.push(`CHANGELOG_API_KEYS: expected different ids, got ${repeated.id} twice`)
  if (errors.length > 0) throw configError(errors.join('\n'))
  return keys
}

/** Finds the caller of an API key. An unknown id takes as long as a wrong secret. */
export function findCaller(keys: readonly KnownKey[], key: string): Caller | undefined {
  const id = KEY.exec(key)?.[1]
  const known = keys.find((candidate) => candidate.id === id)
  const matches = timingSafeEqual(hash('sha256', key, 'buffer'), known?.digest ?? DUMMY_DIGEST)
  return known && matches ? known : undefined
}

/** Creates an API key and its entry for `CHANGELOG_API_KEYS`. @throws AppError `config/invalid` for an invalid id */
export function makeKey(id: string, scopes: readonly Scope[]): { key: string; entry: string } {
  if (!ID.test(id))
    throw configError(`id: expected 1 to 40 letters, digits and hyphens, got ${JSON.stringify(id)}`)
  const key = `qb_${id}_${randomBytes(32).toString('base64url')}`
  return { key, entry: `${id}:${scopes.join('+')}:${hash('sha256', key)}` }
}
