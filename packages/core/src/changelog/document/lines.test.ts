import { expect, it } from 'vitest'
import { trimToLetters } from './lines.ts'

it.each([
  ['', ''],
  ['###', ''],
  ['### ✨ Added ##', 'Added'],
  ['«Ajouté et modifié»', 'Ajouté et modifié'],
  ['𝐀dded 𝐀🎉', '𝐀dded 𝐀'],
  ['\ud83dAdded\udf89', 'Added'],
])('trims %j to its letters', (text, letters) => {
  expect(trimToLetters(text)).toBe(letters)
})
