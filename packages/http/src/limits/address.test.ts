import { describe, expect, it } from 'vitest'
import { normalizeAddress } from './address.ts'

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
    ['x'.repeat(10_000), 'unknown'],
  ])('converts %j to %j', (address, normalized) => {
    expect(normalizeAddress(address)).toBe(normalized)
  })
})
