// Finds questions that answer other questions: a question contains the correct answer to another one, and both are about the
// same thing, because they share rare words.
import { type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { normalise } from './similarity.ts'

/** A word in at most this share of all questions is rare. */
const RARE_SHARE = 0.01
const MIN_RARE_COUNT = 4
/** The number of rare words, of at least four letters, that two questions about the same thing share. */
const SHARED_WORDS = 2
const MIN_LENGTH = 4

/** Returns one diagnostic for each question that contains the answer to another question of the same file. */
export function findRevealedAnswers(questions: readonly LocatedQuestion[]): Diagnostic[] {
  const texts = questions.map(({ question }) => {
    const text = normalise(question.question)
    const answer = normalise(question.correct_answer).replace(/^(?:a|an|the) /, '')
    return { text, answer, words: new Set(`${text} ${answer}`.split(' ')) }
  })
  const isRare = findRareWords(texts.map(({ words }) => words))
  const byWord = indexWords(texts.map(({ text }) => text))
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const asked = texts[index] as (typeof texts)[number]
    if (asked.answer.length < MIN_LENGTH || !/\p{L}/u.test(asked.answer)) return []
    const [firstWord = ''] = asked.answer.split(' ')
    const asking = new Set(asked.text.split(' '))
    const revealing = (byWord.get(firstWord) ?? []).find((other) => {
      const { text, words } = texts[other] as (typeof texts)[number]
      if (other === index || questions[other]?.file !== file) return false
      if (!` ${text} `.includes(` ${asked.answer} `)) return false
      return [...words].filter((word) => asking.has(word) && isRare(word)).length >= SHARED_WORDS
    })
    if (revealing === undefined) return []
    const { id } = (questions[revealing] as LocatedQuestion).question
    const message = `expected an answer that no other question contains, got ${quote(question.correct_answer)} in ${id}`
    return [{ file, ...positionOf('correct_answer'), message }]
  })
}

function findRareWords(texts: readonly ReadonlySet<string>[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const max = Math.max(MIN_RARE_COUNT, texts.length * RARE_SHARE)
  return (word) => word.length >= MIN_LENGTH && (counts.get(word) ?? 0) <= max
}

/** The indexes of the texts that contain each word. */
function indexWords(texts: readonly string[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [position, text] of texts.entries()) {
    for (const word of new Set(text.split(' '))) {
      const positions = index.get(word)
      if (positions) positions.push(position)
      else index.set(word, [position])
    }
  }
  return index
}
