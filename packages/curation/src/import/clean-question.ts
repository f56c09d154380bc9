// Cleans a question of a source: decodes entities, trims strings, and finds the correct answer among the options.
import { hash } from 'node:crypto'
import { type AnsweredQuestion, isSameAnswer, quote } from '@qb/core/questions'
import { decodeHTML } from 'entities'
import type { RawQuestion } from './raw-question.ts'

/** A question that can be written, and what was changed in it. */
export interface CleanQuestion {
  readonly origin: string
  readonly question: AnsweredQuestion
  /** The wrong answers, when the source has no order of all options. */
  readonly choices?: readonly string[]
  readonly changes: readonly string[]
}

/** A cleaned question, or the reason why it is left out. */
export type Cleaned =
  | { readonly kind: 'clean'; readonly clean: CleanQuestion }
  | { readonly kind: 'dropped'; readonly reason: string }

/** Cleans one question. */
export function cleanQuestion(raw: RawQuestion, hasHtmlEntities: boolean): Cleaned {
  const changes = new Set<string>()
  const clean = (text: string) => cleanText(text, hasHtmlEntities, changes)
  const question = clean(raw.question)
  if (question === '') return dropped('expected a question, got an empty text')
  const given = clean(raw.answer)
  if (given === '') return dropped('expected a correct answer, got an empty text')
  const options = raw.options.kind === 'none' ? [] : removeRepeated(raw.options.options.map(clean), changes)
  const answer =
    raw.options.kind === 'all'
      ? findAnswer(given, options, changes)
      : { kind: 'found' as const, answer: given }
  if (answer.kind === 'dropped') return answer
  const correct = answer.answer
  const wrong = options.filter(
    (option) => option !== correct && !(raw.options.kind === 'wrong' && isSameAnswer(option, correct)),
  )
  const facets = { difficulty: clean(raw.difficulty).toLowerCase(), topic: clean(raw.topic) }
  return {
    kind: 'clean',
    clean: {
      origin: raw.origin,
      question: {
        id: cleanId(raw.id, question, correct, changes),
        question,
        correct_answer: correct,
        ...(raw.options.kind === 'all' && wrong.length > 0 && { options }),
        ...(facets.difficulty !== '' && { difficulty: facets.difficulty }),
        ...(facets.topic !== '' && { topic: facets.topic }),
      },
      ...(raw.options.kind === 'wrong' && wrong.length > 0 && { choices: wrong }),
      changes: [...changes],
    },
  }
}

function dropped(reason: string) {
  return { kind: 'dropped' as const, reason }
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

function removeRepeated(options: readonly string[], changes: Set<string>): string[] {
  const filled = options.filter((option) => option !== '')
  const unique = [...new Set(filled)]
  if (unique.length < filled.length) changes.add('repeated options removed')
  return unique
}

/** Finds the option that an answer means: its text, its letter, or its number from 1. */
function findAnswer(given: string, options: string[], changes: Set<string>) {
  if (options.length === 0) return { kind: 'found' as const, answer: given }
  const text =
    options.find((option) => option === given) ?? options.find((option) => isSameAnswer(option, given))
  const byPosition = options[positionOf(given)]
  if (text !== undefined && byPosition !== undefined && text !== byPosition) {
    return dropped(
      `expected an answer with one meaning, got ${quote(given)}, which is an option and the position of another one`,
    )
  }
  const answer = text ?? byPosition
  if (answer === undefined) {
    return dropped(`expected the correct answer among the options, got ${quote(given)}`)
  }
  if (text === undefined) changes.add('answer letters replaced')
  else if (text !== given) changes.add('answers spelled as the option')
  return { kind: 'found' as const, answer }
}

/** The zero-based position that a letter such as `B`, `(b)` or `option_b` means, or a number from 1. -1 for other texts. */
function positionOf(answer: string): number {
  const [, letter, number] = /^(?:option|answer|choice)?[\s_-]*\(?(?:([a-h])|(\d))[).:]?$/i.exec(answer) ?? []
  if (letter !== undefined) return letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)
  return number === undefined ? -1 : Number(number) - 1
}

const VALID_ID = /^[^,/\s][^,/]{0,126}[^,/\s]$|^[^,/\s]$/

/** An id that a source has is kept. Otherwise the id is a hash of the content, so a later import gives the same id. */
function cleanId(id: string, question: string, answer: string, changes: Set<string>): string {
  const trimmed = id.trim()
  if (VALID_ID.test(trimmed)) return trimmed
  changes.add(trimmed === '' ? 'ids created' : 'invalid ids replaced')
  return `q-${hash('sha256', JSON.stringify([question.normalize('NFC'), answer.normalize('NFC')])).slice(0, 12)}`
}
