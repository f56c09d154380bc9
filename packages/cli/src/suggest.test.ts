import { describe, expect, it } from 'vitest'
import { suggest } from './suggest.ts'

describe('a suggestion', () => {
  it.each([
    ['--prot', '--port'],
    ['--logrequest', '--log-requests'],
    ['--dirs', '--dir'],
    ['', undefined],
    ['--something-else', undefined],
  ])('for %j is %j', (text, expected) => {
    expect(suggest(text, ['--port', '--dir', '--log-requests', '--host'])).toBe(expected)
  })
})
