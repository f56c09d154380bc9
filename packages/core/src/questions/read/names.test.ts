// Tests that no name of a column has two meanings.
import { expect, it } from 'vitest'
import { findTarget, foldName, NAMES } from './names.ts'

const names = NAMES.flatMap(([target, known]) => known.map((name) => [name, target] as const))

it('each name of a column has one meaning', () => {
  for (const [name, target] of names) {
    expect(name, target).not.toBe('')
    expect(foldName(name), target).toBe(name)
    expect(findTarget(name), name).toBe(target)
  }
})

it.each([
  ['Antwort B', 'option'],
  ['Falsche Antwort 2', 'wrong'],
  ['Réponse 3', 'option'],
  ['Choice 3', 'choice'],
  ['Choice C', 'option'],
  ['d', 'option'],
  ['Wrong', 'wrong_answers'],
  ['Antworter', undefined],
  ['Opções extra', undefined],
])('%j contains %s', (name, target) => {
  expect(findTarget(name)).toBe(target)
})
