// Reviews each question, compares all questions with each other, and reviews each file.
import { type AnsweredQuestion, type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { findDuplicates } from './find-duplicates.ts'
import { reviewAnswerDistribution } from './review-answer-distribution.ts'
import { normalise } from './similarity.ts'
import { checkTypography } from './typography.ts'

/** A diagnostic of the review. Style is everything but repetition: typography, options, and the answers of a file. */
export interface ReviewDiagnostic extends Diagnostic {
  readonly kind: 'duplicate' | 'style'
}

/** Returns every diagnostic of the questions of all files, within each file and between files. Not sorted. */
export function reviewQuestions(
  questions: readonly LocatedQuestion[],
  onProgress?: (share: number) => void,
): ReviewDiagnostic[] {
  const files = new Set(questions.map(({ file }) => file))
  const style = [
    ...questions.flatMap(reviewQuestion),
    ...[...files].flatMap((file) => reviewAnswerDistribution(file, questionsOf(file, questions))),
  ]
  const duplicates = findDuplicates(questions, onProgress)
  return [
    ...style.map((diagnostic) => ({ ...diagnostic, kind: 'style' as const })),
    ...duplicates.map((diagnostic) => ({ ...diagnostic, kind: 'duplicate' as const })),
  ]
}

function questionsOf(file: string, questions: readonly LocatedQuestion[]): AnsweredQuestion[] {
  return questions.filter((located) => located.file === file).map(({ question }) => question)
}

type Column = 'question' | 'correct_answer' | 'options' | 'topic'

function reviewQuestion({ file, question, positionOf }: LocatedQuestion): Diagnostic[] {
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

/** Finds an option that differs from an earlier option only in case, accents or punctuation. */
function findSimilarOption(options: readonly string[]): [Column, string][] {
  const normalised = options.map((option) => normalise(option) || option)
  const repeated = options.find((_, index) => normalised.indexOf(normalised[index] as string) < index)
  if (repeated === undefined) return []
  return [
    [
      'options',
      `expected options that differ in more than case, accents and punctuation, got ${quote(repeated)} again`,
    ],
  ]
}

/** Finds the answer in its question. A number or a sign is ignored, because it can occur by chance. */
function findAnswer({ question, correct_answer }: AnsweredQuestion): [Column, string][] {
  const answer = normalise(correct_answer)
  const isRevealed = /\p{L}{2}/u.test(answer) && ` ${normalise(question)} `.includes(` ${answer} `)
  if (!isRevealed) return []
  return [['question', `expected a question without its answer, got ${quote(correct_answer)} in it`]]
}
