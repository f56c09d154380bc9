import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchKeys, MAX_RESPONSE_BYTES } from './fetch-keys.ts'
import { makeTestKey, startIssuer, type TestIssuer } from './testing.ts'

const key = makeTestKey('a')

let issuer: TestIssuer
beforeEach(async () => {
  issuer = await startIssuer([key])
})
afterEach(() => issuer.close())

const kids = async () => (await fetchKeys(issuer.url)).map(({ kid }) => kid)

describe('fetchKeys', () => {
  it('returns the keys that the discovery document leads to', async () => {
    expect(await fetchKeys(issuer.url)).toEqual([key.jwk])
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  it('accepts an issuer with a slash at the end', async () => {
    issuer.discovery = { issuer: `${issuer.url}/` }
    expect(await fetchKeys(`${issuer.url}/`)).toHaveLength(1)
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
    await expect(fetchKeys(issuer.url)).rejects.toThrow(Error)
    issuer.discovery = {}
    issuer.keys = [key.jwk]
    issuer.listener = undefined
    expect(await kids()).toEqual(['a'])
  })

  it('follows no redirect', async () => {
    const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    let requests = 0
    other.on('request', () => requests++)
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    issuer.listener = (_, response) => response.writeHead(302, { location }).end()
    await expect(fetchKeys(issuer.url)).rejects.toThrow(/got 302/)
    expect(requests).toBe(0)
    other.close()
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
    await expect(fetchKeys(issuer.url)).rejects.toThrow(/at most 262144 bytes/)
  })

  it('does not wait for an issuer that does not respond, or does not end', async () => {
    issuer.listener = () => undefined
    await expect(fetchKeys(issuer.url, 50)).rejects.toThrow(/timeout/)
    issuer.listener = (_, response) => response.writeHead(200).write('{')
    await expect(fetchKeys(issuer.url, 50)).rejects.toThrow(/timeout/)
  })
})
