// Cleans the texts of a question, and finds its correct answer among the options, and its id.
import { hash } from 'node:crypto'
import { type AnsweredQuestion, isSameAnswer } from '@qb/core/questions'
import { decodeHTML } from 'entities'
import { type AnswerRules, findAnswer } from './answers.ts'
import { LeftOutError, type RawQuestion } from './records.ts'

/** A question with clean texts, except for its id. Its answer is not yet compared with its options. */
export interface CleanTexts extends RawQuestion {
  readonly changes: ReadonlySet<string>
}

/** Cleans the texts of a question, except for its id. */
export function cleanTexts(raw: RawQuestion, hasHtmlEntities: boolean): CleanTexts {
  const changes = new Set<string>()
  const clean = (text: string) => cleanText(text, hasHtmlEntities, changes)
  return {
    ...raw,
    question: clean(raw.question),
    answer: clean(raw.answer),
    options: raw.options.map(clean),
    difficulty: clean(raw.difficulty).toLowerCase(),
    topic: clean(raw.topic),
    source: clean(raw.source),
    changes,
  }
}

function cleanText(text: string, hasHtmlEntities: boolean, changes: Set<string>): string {
  const decoded = hasHtmlEntities ? decodeHTML(text) : text
  if (decoded !== text) changes.add('HTML entities decoded')
  // Spreadsheets and web pages contain no-break spaces and control characters that nobody typed.
  const spaced = decoded.replace(/[\u00a0\u202f]/g, ' ')
  if (spaced !== decoded) changes.add('no-break spaces replaced by spaces')
  const printable = spaced.replace(/(?![\t\n\r])\p{Cc}|[\u2028\u2029\ufeff]/gu, ' ')
  if (printable !== spaced) changes.add('control characters replaced by spaces')
  const trimmed = printable.trim()
  if (trimmed !== printable) changes.add('spaces at the ends removed')
  return trimmed
}

/** A question that can be written, and what was changed in it. */
export interface CleanQuestion {
  readonly origin: string
  readonly question: AnsweredQuestion
  /** The wrong answers, when the source has no order of all options. */
  readonly choices?: readonly string[]
  readonly changes: readonly string[]
}

/** Finds the correct answer of a question, and its id. @throws LeftOutError when there is no answer */
export function cleanQuestion(texts: CleanTexts, rules: AnswerRules): CleanQuestion {
  const { origin, question, answer: given } = texts
  if (question === '') throw new LeftOutError('expected a question, got an empty text')
  if (given === '') throw new LeftOutError('expected a correct answer, got an empty text')
  const changes = new Set(texts.changes)
  const kind = texts.kind === 'all' && rules.areOptionsWrong ? 'wrong' : texts.kind
  const options = removeRepeated(texts.options, changes)
  const hasAnswer = kind === 'all' && options.length > 0
  const { answer: correct, change } = hasAnswer ? findAnswer(given, texts.options, rules) : { answer: given }
  if (change !== undefined) changes.add(change)
  const wrong = options.filter(
    (option) => option !== correct && !(kind === 'wrong' && isSameAnswer(option, correct)),
  )
  const { difficulty, topic, source } = texts
  return {
    origin,
    question: {
      id: cleanId(texts.id, question, correct, changes),
      question,
      correct_answer: correct,
      ...(kind === 'all' && wrong.length > 0 && { options }),
      ...(difficulty !== '' && { difficulty }),
      ...(topic !== '' && { topic }),
      ...(source !== '' && { source }),
    },
    ...(kind === 'wrong' && wrong.length > 0 && { choices: wrong }),
    changes: [...changes],
  }
}

function removeRepeated(options: readonly string[], changes: Set<string>): string[] {
  const filled = options.filter((option) => option !== '')
  const unique = [...new Set(filled)]
  if (unique.length < filled.length) changes.add('repeated options removed')
  return unique
}

const VALID_ID = /^[^,/\s][^,/]{0,126}[^,/\s]$|^[^,/\s]$/

/** An id that a source has is kept. Otherwise the id is a hash of the content, so a later import gives the same id. */
function cleanId(id: string, question: string, answer: string, changes: Set<string>): string {
  const trimmed = id.trim()
  if (VALID_ID.test(trimmed)) return trimmed
  changes.add(trimmed === '' ? 'ids created' : 'invalid ids replaced')
  return `q-${hash('sha256', JSON.stringify([question.normalize('NFC'), answer.normalize('NFC')])).slice(0, 12)}`
}
