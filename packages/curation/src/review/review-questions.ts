// Reviews questions one by one, against each other, and per file.
import { type AnsweredQuestion, type Diagnostic, type PlacedQuestion, quote } from '@qb/core/questions'
import { findRepetitions } from './find-repetitions.ts'
import { reviewShares } from './review-shares.ts'
import { normalise } from './similarity.ts'
import { checkTypography } from './typography.ts'

/** Every diagnostic of the questions of some files, within each file and between files. */
export function reviewQuestions(questions: readonly PlacedQuestion[]): Diagnostic[] {
  const files = new Set(questions.map(({ file }) => file))
  return [
    ...questions.flatMap(reviewQuestion),
    ...findRepetitions(questions),
    ...[...files].flatMap((file) => reviewShares(file, questionsOf(file, questions))),
  ]
}

function questionsOf(file: string, questions: readonly PlacedQuestion[]): AnsweredQuestion[] {
  return questions.filter((placed) => placed.file === file).map(({ question }) => question)
}

type Column = 'question' | 'correct_answer' | 'options' | 'topic'

function reviewQuestion({ file, question, positionOf }: PlacedQuestion): Diagnostic[] {
  const { options = [], topic } = question
  const texts: readonly (readonly [Column, string])[] = [
    ['question', question.question],
    ['correct_answer', question.correct_answer],
    ...options.map((option) => ['options', option] as const),
    ...(topic === undefined ? [] : [['topic', topic] as const]),
  ]
  const findings = texts.flatMap(([column, text]) =>
    checkTypography(text).map((message) => [column, message] as const),
  )
  return [...findings, ...findSimilarOption(options), ...findAnswer(question)].map(([column, message]) => ({
    file,
    ...positionOf(column),
    message,
  }))
}

/** An option that differs from another one only by case, accents or punctuation. */
function findSimilarOption(options: readonly string[]): [Column, string][] {
  const folded = options.map((option) => normalise(option) || option)
  const repeated = options.find((_, place) => folded.indexOf(folded[place] as string) < place)
  if (repeated === undefined) return []
  return [
    ['options', `expected options that differ by more than case and signs, got ${quote(repeated)} twice`],
  ]
}

/** The answer inside its question. A number or sign is ignored: it may be there by chance. */
function findAnswer({ question, correct_answer }: AnsweredQuestion): [Column, string][] {
  const answer = normalise(correct_answer)
  const isRevealed = /\p{L}{2}/u.test(answer) && ` ${normalise(question)} `.includes(` ${answer} `)
  if (!isRevealed) return []
  return [['question', `expected a question without its answer, got ${quote(correct_answer)} in it`]]
}
