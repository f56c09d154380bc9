import { expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 12, 0, 0)

it.each([
  ['0', 0],
  ['12', 12],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30],
  ['Sunday, 22-Nov-26 12:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 11:59:00 GMT', 0],
  [null, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026-11-22', undefined],
  ['Sun, 99 Nov 2026 12:00:30 GMT', undefined],
])('reads %j as %j', (value, seconds) => {
  expect(readRetryAfter(value, NOW_MS)).toBe(seconds)
})
