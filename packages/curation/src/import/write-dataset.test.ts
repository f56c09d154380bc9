import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { formatDataset } from './write-dataset.ts'

describe('writing a dataset', () => {
  it('writes options as the JSON that JSON.stringify writes, whatever their characters', () => {
    const options = ['a, b', 'say "hi"', 'C:\\temp', 'two\nlines', '\u0001\t', '🦒', '\ud83e', "it's", '']
    const question = { id: 'a', question: 'Which?', correct_answer: 'a, b', options }
    const text = [...formatDataset([question, { id: 'b', question: 'Who?', correct_answer: 'X' }])].join('')
    const [first, second] = parse(text, { columns: true }) as { options: string }[]
    expect(first?.options).toBe(JSON.stringify(options))
    expect(second?.options).toBe('')
  })
})
