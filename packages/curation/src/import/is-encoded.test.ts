import { describe, expect, it } from 'vitest'
import { areEncoded } from './read-json.ts'

const QUESTIONS = ['Who is it?', 'Où est-il ?', 'What is 1 + 1, “roughly”?']

describe('areEncoded', () => {
  it.each([
    ['Base64', QUESTIONS.map((text) => Buffer.from(text).toString('base64'))],
    ['the encoding of a URL', QUESTIONS.map(encodeURIComponent)],
    ['the older encoding of a URL', QUESTIONS.map((text) => encodeURIComponent(text).replaceAll('%20', '+'))],
  ])('recognises %s', (_name, texts) => {
    expect(areEncoded(texts)).toBe(true)
  })

  it.each([
    ['plain texts', QUESTIONS],
    ['Japanese', ['日本の首都はどこですか？', '富士山の高さは？']],
    ['short texts', ['Q1?', 'Q2?']],
    ['single words', ['Amen', 'Who', 'Question', 'Armstrong', 'Why']],
    ['words with a percent sign', ['100%', '50%']],
    ['no texts', []],
  ])('does not take %s for encoded', (_name, texts) => {
    expect(areEncoded(texts)).toBe(false)
  })
})
