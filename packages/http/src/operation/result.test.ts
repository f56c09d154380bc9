import { describe, expect, it } from 'vitest'
import { uncached } from './result.ts'

describe('uncached', () => {
  it('has the value, and the revision when there is one', () => {
    expect(uncached({ a: 1 })).toStrictEqual({ cache: 'none', content: { value: { a: 1 } } })
    expect(uncached(0, 'r')).toStrictEqual({ cache: 'none', content: { value: 0 }, revision: 'r' })
    expect(uncached(null, '')).toStrictEqual({ cache: 'none', content: { value: null }, revision: '' })
  })
})
