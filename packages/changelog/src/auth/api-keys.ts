// API keys: `qb_<id>_<secret>`. The service knows only the SHA-256 of a whole key, so its config contains no secret.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@qb/core/errors'
import { CONFIG_ERRORS } from '@qb/http'
import { type Caller, SCOPES, type Scope } from './scopes.ts'

/** An accepted key, as its digest. */
export interface KnownKey extends Caller {
  readonly digest: Buffer
}

const ID = /^[A-Za-z0-9-]{1,40}$/
const KEY = /^qb_([A-Za-z0-9-]{1,40})_([A-Za-z0-9_-]{20,})$/
const NOBODY = Buffer.alloc(32)

/**
 * The keys of `CHANGELOG_API_KEYS`: `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas.
 * @throws AppError `config/invalid` with every invalid entry by its position
 */
export function readKeys(variable: string): KnownKey[] {
  const entries = variable
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const errors: string[] = []
  const keys = entries.map((entry, index) => {
    const [first, last] = [entry.indexOf(':'), entry.lastIndexOf(':')]
    const [id, scopes, digest] = [entry.slice(0, first), entry.slice(first + 1, last), entry.slice(last + 1)]
    const names = scopes.split('+')
    const unknown = names.filter((name) => !(SCOPES as readonly string[]).includes(name))
    if (!ID.test(id) || unknown.length > 0 || !/^[0-9a-f]{64}$/i.test(digest)) {
      errors.push(
        `CHANGELOG_API_KEYS: entry ${index + 1}: expected <id>:<scope>+<scope>:<sha256 hex> with the scopes ${SCOPES.join(', ')}`,
      )
    }
    return { id, scopes: new Set(names), digest: Buffer.from(digest, 'hex') }
  })
  const repeated = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) < index)
  if (repeated) errors.push(`CHANGELOG_API_KEYS: expected each id once, got ${repeated.id} again`)
  if (errors.length > 0) throw new AppError(CONFIG_ERRORS.invalid, errors.join('\n'))
  return keys
}

/** The caller whose key this is, or undefined. An unknown id takes as long as a wrong secret. */
export function findCaller(keys: readonly KnownKey[], key: string): Caller | undefined {
  const id = KEY.exec(key)?.[1]
  const known = keys.find((candidate) => candidate.id === id)
  const matches = timingSafeEqual(digestOf(key), known?.digest ?? NOBODY)
  return known && matches ? known : undefined
}

/**
 * Makes a key, and its entry for `CHANGELOG_API_KEYS`. The key is not stored.
 * @throws AppError `config/invalid` for an invalid id
 */
export function makeKey(id: string, scopes: readonly Scope[]): { key: string; entry: string } {
  if (!ID.test(id)) {
    throw new AppError(
      CONFIG_ERRORS.invalid,
      `id: expected 1 to 40 letters, digits and dashes, got ${JSON.stringify(id)}`,
    )
  }
  const key = `qb_${id}_${randomBytes(32).toString('base64url')}`
  return { key, entry: `${id}:${scopes.join('+')}:${digestOf(key).toString('hex')}` }
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
