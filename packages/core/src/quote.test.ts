import { expect, it } from 'vitest'
import { quote, shorten } from './quote.ts'

it('escapes quotation marks and line breaks', () => {
  expect(quote('a "b"\n')).toBe('"a \\"b\\"\\n"')
})

it('cuts a string after 60 code points', () => {
  expect(shorten('x'.repeat(60))).toBe('x'.repeat(60))
  expect(shorten('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`)
})

it('does not split a surrogate pair', () => {
  expect(shorten('😀'.repeat(60))).toBe('😀'.repeat(60))
  expect(shorten(`${'x'.repeat(59)}😀😀`)).toBe(`${'x'.repeat(59)}😀…`)
  expect(shorten('😀'.repeat(200))).toBe(`${'😀'.repeat(60)}…`)
})
