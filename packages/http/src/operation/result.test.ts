import { describe, expect, it } from 'vitest'
import { readValue, uncached } from './operation.ts'

describe('uncached', () => {
  it('has the value, and the revision when there is one', () => {
    expect(uncached({ a: 1 })).toStrictEqual({ cache: 'none', content: { value: { a: 1 } } })
    expect(uncached(0, 'r')).toStrictEqual({ cache: 'none', content: { value: 0 }, revision: 'r' })
    expect(uncached(null, '')).toStrictEqual({ cache: 'none', content: { value: null }, revision: '' })
  })
})

describe('readValue', () => {
  it.each([
    ['a value', { value: { a: 'ä' } }],
    ['JSON in UTF-8', { json: Buffer.from('{"a":"ä"}').toString('latin1') }],
  ])('reads %s, rendered or not', (_name, content) => {
    expect(readValue({ cache: 'none', content })).toEqual({ a: 'ä' })
    expect(readValue({ cache: 'shared', revision: 'r', render: () => content })).toEqual({ a: 'ä' })
  })

  it('returns text unchanged', () => {
    const content = { text: '{"a":1}', mediaType: 'text/plain' }
    expect(readValue({ cache: 'none', content })).toBe('{"a":1}')
  })
})
