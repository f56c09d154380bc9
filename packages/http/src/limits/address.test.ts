import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddressOf, normalizeAddress } from './rate-limit.ts'

describe('normalizeAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::'],
    ['2001:DB8:0:0:ffff::1', '2001:db8::'],
    ['[2001:db8::2]', '2001:db8::'],
    ['[2001:db8::3]:443', '2001:db8::'],
    ['2001:db8:0:1::1', '2001:db8:0:1::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::1', '::'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['unknown', 'unknown'],
    ['_hidden:80', 'unknown'],
    ['203.0.113.7.8', 'unknown'],
    ['[203.0.113.7', 'unknown'],
    ['x[2001:db8::1]', 'unknown'],
    ['[2001:db8::1]x', 'unknown'],
    ['[2001:db8::1]:', 'unknown'],
    ['2001:db8::1:', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ])('converts %j to %j', (address, normalized) => {
    expect(normalizeAddress(address)).toBe(normalized)
  })
})

describe('clientAddressOf', () => {
  const request = (forwarded?: string) =>
    ({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '192.0.2.1' },
    }) as unknown as IncomingMessage

  it.each([
    [undefined, true, '192.0.2.1'],
    [undefined, false, '192.0.2.1'],
    ['203.0.113.7', false, '192.0.2.1'],
    ['203.0.113.7', true, '203.0.113.7'],
    ['198.51.100.1,203.0.113.8,203.0.113.7', true, '203.0.113.7'],
    ['', true, ''],
    ['198.51.100.1, 203.0.113.8, 203.0.113.7', 2, '203.0.113.8'],
    ['198.51.100.1, 203.0.113.8, 203.0.113.7', 3, '198.51.100.1'],
    ['203.0.113.7', 2, '203.0.113.7'],
    [undefined, 2, '192.0.2.1'],
  ])('with X-Forwarded-For %j and trustProxy %j is %j', (forwarded, trustProxy, address) => {
    expect(clientAddressOf(request(forwarded), trustProxy)).toBe(address)
  })
})
