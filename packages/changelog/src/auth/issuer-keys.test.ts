import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, createRegistry } from '@qb/http'
import * as jose from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  COOLDOWN_MS,
  fetchKeys,
  KeysUnavailable,
  MAX_AGE_MS,
  MAX_RESPONSE_BYTES,
  MAX_STALE_MS,
  openIssuerKeys,
} from './issuer-keys.ts'
import { makeTestKey, respondWithError, startIssuer, type TestIssuer } from './testing.ts'

const key = makeTestKey('a')
const other = makeTestKey('b')

let issuer: TestIssuer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  issuer = await startIssuer([key])
})
afterEach(() => {
  vi.useRealTimers()
  return issuer.close()
})

const fetchAll = (ms = 5000) => fetchKeys(issuer.url, AbortSignal.timeout(ms))
const kids = async () => (await fetchAll()).map(({ kid }) => kid)

describe('fetchKeys', () => {
  it('returns the keys that the discovery document leads to', async () => {
    expect(await fetchAll()).toEqual([key.jwk])
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  describe('through a proxy', () => {
    /** Starts a proxy that refuses connections, and returns the hosts that it was asked for. */
    async function startProxy() {
      const hosts: string[] = []
      const proxy = createServer()
      proxy.on('connect', ({ url = '' }, socket) => {
        hosts.push(url)
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      return {
        hosts,
        close: () => proxy.close(),
        url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      }
    }
    afterEach(() => vi.unstubAllEnvs())

    it.each([
      ['HTTPS_PROXY', 'https://issuer.invalid', '', ['issuer.invalid:443']],
      ['https_proxy', 'https://issuer.invalid:8443/realm', 'other.invalid', ['issuer.invalid:8443']],
      ['HTTPS_PROXY', 'https://issuer.invalid', '.invalid', []],
      ['HTTP_PROXY', 'https://issuer.invalid', '', []],
    ])('of %s, connects to %s with NO_PROXY=%s', async (variable, url, noProxy, hosts) => {
      const proxy = await startProxy()
      vi.stubEnv(variable, proxy.url)
      vi.stubEnv('NO_PROXY', noProxy)
      await expect(fetchKeys(url, AbortSignal.timeout(5000))).rejects.toThrow()
      expect(proxy.hosts).toEqual(hosts)
      proxy.close()
    })

    it('does not fetch from an issuer on this machine', async () => {
      const proxy = await startProxy()
      for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url)
      expect(await kids()).toEqual(['a'])
      expect(proxy.hosts).toEqual([])
      proxy.close()
    })
  })

  it('accepts an issuer with a slash at the end', async () => {
    issuer.discovery = { issuer: `${issuer.url}/` }
    expect(await fetchKeys(`${issuer.url}/`, AbortSignal.timeout(5000))).toHaveLength(1)
    expect(issuer.requests[0]).toBe('/.well-known/openid-configuration')
  })

  it('ignores members of the key set that are not public keys for signatures', async () => {
    issuer.keys = [
      { kty: 'oct', kid: 'secret', k: 'c2VjcmV0' },
      { ...key.privateKey.export({ format: 'jwk' }), kid: 'private' },
      { ...key.jwk, kid: 'encryption', use: 'enc' },
      { ...key.jwk, kid: undefined },
      { ...key.jwk, kid: 7 },
      { ...key.jwk, kty: 'new', kid: 'new' },
      null,
      'key',
      { ...key.jwk, kid: 'b', use: undefined },
      key.jwk,
    ]
    expect(await kids()).toEqual(['b', 'a'])
  })

  it.each<[string, () => void]>([
    ['another issuer', () => (issuer.discovery = { issuer: 'https://evil.example' })],
    ['no issuer', () => (issuer.discovery = { issuer: undefined })],
    ['an issuer that only ends in a slash', () => (issuer.discovery = { issuer: `${issuer.url}/` })],
    ['no jwks_uri', () => (issuer.discovery = { jwks_uri: undefined })],
    ['a jwks_uri without TLS', () => (issuer.discovery = { jwks_uri: 'http://keys.example/' })],
    ['a jwks_uri that is a file', () => (issuer.discovery = { jwks_uri: 'file:///etc/passwd' })],
    ['a jwks_uri with a user', () => (issuer.discovery = { jwks_uri: 'https://a:b@keys.example/' })],
    ['no keys', () => (issuer.keys = [])],
    ['only a symmetric key', () => (issuer.keys = [{ kty: 'oct', kid: 'a', k: 'c2VjcmV0' }])],
    [
      'keys that are not an array',
      () => (issuer.listener = (_, response) => response.end(`{"issuer":"${issuer.url}","keys":{}}`)),
    ],
    ['no JSON', () => (issuer.listener = (_, response) => response.end('keys'))],
    ['an array', () => (issuer.listener = (_, response) => response.end('[]'))],
    [
      'a status that is not 200',
      () => (issuer.listener = (_, response) => response.writeHead(201).end('{}')),
    ],
    ['a lost connection', () => (issuer.listener = (request) => request.socket.destroy())],
  ])('fails for %s', async (_name, arrange) => {
    arrange()
    await expect(fetchAll()).rejects.toThrow(Error)
    issuer.discovery = {}
    issuer.keys = [key.jwk]
    issuer.listener = undefined
    expect(await kids()).toEqual(['a'])
  })

  it('follows no redirect', async () => {
    const target = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
    await once(target, 'listening')
    let requests = 0
    target.on('request', () => requests++)
    const location = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
    issuer.listener = (_, response) => response.writeHead(302, { location }).end()
    await expect(fetchAll()).rejects.toThrow(/got 302/)
    expect(requests).toBe(0)
    target.close()
  })

  it('reads a response up to the maximum size', async () => {
    const largest = JSON.stringify({ keys: [{ ...key.jwk }], padding: '' })
    const padding = 'x'.repeat(MAX_RESPONSE_BYTES - largest.length)
    const respondWith = (text: string) => {
      issuer.listener = ({ url }, response) => {
        const discovery = JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` })
        response.end(url === '/keys' ? text : discovery)
      }
    }
    respondWith(largest.replace('""', `"${padding}"`))
    expect(await kids()).toEqual(['a'])
    respondWith(largest.replace('""', `"${padding}x"`))
    await expect(fetchAll()).rejects.toThrow(/at most 262144 bytes/)
  })

  it('does not wait for an issuer that does not respond, or does not end', async () => {
    issuer.listener = () => undefined
    await expect(fetchAll(50)).rejects.toThrow(/timeout/)
    issuer.listener = (_, response) => response.writeHead(200).write('{')
    await expect(fetchAll(50)).rejects.toThrow(/timeout/)
  })
})

describe('openIssuerKeys', () => {
  const open = () => {
    const findKey = openIssuerKeys({
      jose,
      issuer: issuer.url,
      logger: createLogger('test', 'silent'),
      registry: createRegistry(),
    })
    /** Looks for a key, and returns what a token with its id meets. */
    return async (kid: string) => {
      try {
        await findKey({ alg: 'ES256', kid }, { payload: '', signature: '' })
        return 'found'
      } catch (error) {
        if (error instanceof KeysUnavailable) return error.retryAfterSeconds
        if (error instanceof jose.errors.JWKSNoMatchingKey) return 'unknown'
        throw error
      }
    }
  }
  const pass = (ms: number) => vi.advanceTimersByTime(ms)

  it('fetches once for many requests', async () => {
    const find = open()
    expect(await Promise.all(Array.from({ length: 100 }, () => find('a')))).toEqual(Array(100).fill('found'))
    expect(issuer.countFetches()).toBe(1)
  })

  it('fetches at most once a minute when ids are unknown, and then finds a new key', async () => {
    const find = open()
    expect(await find('a')).toBe('found')
    issuer.keys = [key.jwk, other.jwk]
    pass(COOLDOWN_MS - 1)
    for (let attempt = 0; attempt < 20; attempt++) expect(await find(`${attempt}`)).toBe('unknown')
    expect(await find('b')).toBe('unknown')
    expect(issuer.countFetches()).toBe(1)
    pass(1)
    expect(await Promise.all([find('c'), find('a'), find('b')])).toEqual(['unknown', 'found', 'found'])
    expect(issuer.countFetches()).toBe(2)
    for (let minute = 0; minute < 3; minute++) {
      pass(COOLDOWN_MS)
      await Promise.all(Array.from({ length: 20 }, (_, id) => find(`${minute} ${id}`)))
    }
    expect(issuer.countFetches()).toBe(5)
  })

  it('makes at most one attempt a minute while the issuer fails', async () => {
    issuer.listener = respondWithError
    const find = open()
    for (let minute = 1; minute <= 3; minute++) {
      expect(await Promise.all(Array.from({ length: 20 }, () => find('a')))).toEqual(Array(20).fill(60))
      expect(issuer.requests).toHaveLength(minute)
      pass(COOLDOWN_MS)
    }
  })

  it('fetches again when the keys are old, and forgets withdrawn keys', async () => {
    const find = open()
    await find('a')
    issuer.keys = [other.jwk]
    pass(MAX_AGE_MS - 1)
    expect(await find('a')).toBe('found')
    expect(issuer.countFetches()).toBe(1)
    pass(1)
    expect(await find('a')).toBe('unknown')
    expect(await find('b')).toBe('found')
    expect(issuer.countFetches()).toBe(2)
  })

  it('is unavailable until the first attempt succeeds, with the time of the next one', async () => {
    issuer.listener = respondWithError
    const find = open()
    expect(await find('a')).toBe(60)
    pass(COOLDOWN_MS - 1500)
    expect(await find('a')).toBe(2)
    issuer.listener = undefined
    pass(1500)
    expect(await find('a')).toBe('found')
  })

  it('uses old keys for a day while attempts fail', async () => {
    const find = open()
    await find('a')
    issuer.listener = respondWithError
    pass(MAX_STALE_MS - 1)
    expect(await find('a')).toBe('found')
    expect(await find('a')).toBe('found')
    expect(issuer.requests).toHaveLength(3)
    // Whether the issuer has this key cannot be known.
    expect(await find('b')).toBe(60)
    pass(1)
    expect(await find('a')).toBe(60)
    issuer.listener = undefined
    pass(COOLDOWN_MS)
    expect(await find('a')).toBe('found')
  })
})
