// Cleans the texts of a question: decodes entities, replaces characters that nobody typed, and trims.
import { decodeHTML } from 'entities'
import type { RawOptions, RawQuestion } from './raw-question.ts'

/** A question with clean texts. Its answer is not yet compared with its options. */
export interface CleanTexts extends Omit<RawQuestion, 'options'> {
  readonly kind: RawOptions['kind']
  /** The options at the positions of the source. An option can be empty, or equal to another one. */
  readonly options: readonly string[]
  readonly changes: ReadonlySet<string>
}

/** Cleans the texts of a question, except for its id. */
export function cleanTexts(raw: RawQuestion, hasHtmlEntities: boolean): CleanTexts {
  const changes = new Set<string>()
  const clean = (text: string) => cleanText(text, hasHtmlEntities, changes)
  return {
    origin: raw.origin,
    id: raw.id,
    question: clean(raw.question),
    answer: clean(raw.answer),
    kind: raw.options.kind,
    options: raw.options.kind === 'none' ? [] : raw.options.options.map(clean),
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
