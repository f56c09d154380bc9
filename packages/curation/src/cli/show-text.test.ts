import { expect, it } from 'vitest'
import { showText } from './text.ts'

it('escapes what a terminal would obey or hide, and nothing else', () => {
  expect(showText('é “π” 👩‍🚀 \u001b[31m\n\u202e\ufeff\u2028')).toBe(
    'é “π” 👩‍🚀 \\u{1b}[31m\\u{a}\\u{202e}\\u{feff}\\u{2028}',
  )
})
