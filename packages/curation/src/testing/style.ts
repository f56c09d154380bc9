// Finds weaknesses of the style of the curated datasets: typography, similar options, the answer in the question, and two questions
// about the same fact. Other datasets have a style of their own, so only the test of the curated ones reviews it.
import { type AnsweredQuestion, type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { normalise } from '../check/duplicates.ts'
import { findSameFacts } from './same-fact.ts'

/** A pattern for each kind of mistake, and the requirement that the text violates. */
const RULES: readonly (readonly [mistake: RegExp, expected: string])[] = [
  [/^\s|\s$/, 'text without leading or trailing spaces'],
  [/[^\S\n]{2,}|[\t\u00a0]/, 'single, plain spaces between words'],
  [/\s[,;!?.](?=\s|$)|[^\d\s]\s:/, 'punctuation marks without a space before them'],
  [/&(?:[a-z]+|#\d+|#x[0-9a-f]+);/i, 'characters instead of HTML entities'],
  [/<\/?[a-z][^<>]*>/i, 'plain text without HTML tags'],
  [/Ã[\u0080-\u00bf]|â€|Â[\u00a0-\u00bf]|\ufffd/, 'text that was decoded as UTF-8'],
  [/'/, '’ or ‘ instead of a straight apostrophe'],
  [/"/, '“ or ” instead of a straight quotation mark'],
  [/\.\.\./, '… instead of three full stops'],
  [/--/, '– instead of two hyphens'],
  [/(?:^|[\s(=])-\d/, '− instead of a hyphen before a number'],
  [/\d-\d/, '– instead of a hyphen between numbers'],
  [/\d\s?x\s?\d/, '× instead of the letter x between numbers'],
  [/\s-\s/, '– or − instead of a hyphen between spaces'],
  [/\^\d|\bsqrt\b|\b\d+\s?degrees?\s?[CF]\b/, 'a mathematical character such as ², √ or °'],
]

/** Returns one message for each kind of mistake in a text. */
function checkTypography(text: string): string[] {
  return RULES.flatMap(([mistake, expected]) => {
    const offset = text.search(mistake)
    if (offset < 0) return []
    const excerpt = text.slice(Math.max(0, offset - 10), offset + 12)
    return [`expected ${expected}, got ${JSON.stringify(excerpt)}`]
  })
}

/** Returns every diagnostic of the questions of all files, within each file and between files. Not sorted. */
export function reviewStyle(questions: readonly LocatedQuestion[]): Diagnostic[] {
  return [...questions.flatMap(reviewQuestion), ...findSameFacts(questions)]
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
  const expected = 'expected options that differ in more than case, accents and punctuation'
  return [['options', `${expected}, got ${quote(repeated)} again`]]
}

/** Finds the answer in its question. A number or a sign is ignored, because it can occur by chance. */
function findAnswer({ question, correct_answer }: AnsweredQuestion): [Column, string][] {
  const answer = normalise(correct_answer)
  const isRevealed = /\p{L}{2}/u.test(answer) && ` ${normalise(question)} `.includes(` ${answer} `)
  if (!isRevealed) return []
  return [['question', `expected a question without its answer, got ${quote(correct_answer)} in it`]]
}
