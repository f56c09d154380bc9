// API keys: `qb_<id>_<secret>`. The service knows only the SHA-256 of a whole key, so its settings open nothing.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { CoreError } from '@qb/core/errors'
import { type Caller, SCOPES, type Scope } from './scopes.ts'

/** A key that is known, without the key. */
export interface KnownKey extends Caller {
  readonly digest: Buffer
}

const ID = /^[A-Za-z0-9-]{1,40}$/
const KEY = /^qb_([A-Za-z0-9-]{1,40})_([A-Za-z0-9_-]{20,})$/
const NOBODY = Buffer.alloc(32)

/**
 * The keys of `CHANGELOG_API_KEYS`: `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas.
 * @throws CoreError `invalid_settings` that names every entry that is none
 */
export function readKeys(setting: string): KnownKey[] {
  const entries = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const faults: string[] = []
  const keys = entries.map((entry, index) => {
    const [first, last] = [entry.indexOf(':'), entry.lastIndexOf(':')]
    const [id, scopes, digest] = [entry.slice(0, first), entry.slice(first + 1, last), entry.slice(last + 1)]
    const names = scopes.split('+')
    const unknown = names.filter((name) => !(SCOPES as readonly string[]).includes(name))
    if (!ID.test(id) || unknown.length > 0 || !/^[0-9a-f]{64}$/i.test(digest)) {
      faults.push(
        `CHANGELOG_API_KEYS: entry ${index + 1}: expected <id>:<scope>+<scope>:<sha256 hex> with the scopes ${SCOPES.join(', ')}`,
      )
    }
    return { id, scopes: new Set(names), digest: Buffer.from(digest, 'hex') }
  })
  const repeated = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) < index)
  if (repeated) faults.push(`CHANGELOG_API_KEYS: expected each id once, got ${repeated.id} again`)
  if (faults.length > 0) throw new CoreError('invalid_settings', faults.join('\n'))
  return keys
}

/** The caller whose key this is, or undefined. An unknown id costs as much time as a wrong secret. */
export function findCaller(keys: readonly KnownKey[], key: string): Caller | undefined {
  const id = KEY.exec(key)?.[1]
  const known = keys.find((candidate) => candidate.id === id)
  const matches = timingSafeEqual(digestOf(key), known?.digest ?? NOBODY)
  return known && matches ? known : undefined
}

/** A new key, and the entry for `CHANGELOG_API_KEYS` that makes it known. The key is nowhere else. */
export function makeKey(id: string, scopes: readonly Scope[]): { key: string; entry: string } {
  if (!ID.test(id)) {
    throw new CoreError(
      'invalid_settings',
      `id: expected 1 to 40 letters, digits and dashes, got ${JSON.stringify(id)}`,
    )
  }
  const key = `qb_${id}_${randomBytes(32).toString('base64url')}`
  return { key, entry: `${id}:${scopes.join('+')}:${digestOf(key).toString('hex')}` }
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
