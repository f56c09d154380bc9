// Completes a question whose texts are clean: finds the correct answer among the options, and the id.
import { hash } from 'node:crypto'
import { type AnsweredQuestion, isSameAnswer } from '@qb/core/questions'
import type { AnswerRules } from './answer-rules.ts'
import type { CleanTexts } from './clean-texts.ts'
import { type FoundAnswer, findAnswer } from './find-answer.ts'

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

/** Finds the correct answer of a question, and its id. */
export function cleanQuestion(texts: CleanTexts, rules: AnswerRules): Cleaned {
  const { origin, question, answer: given } = texts
  if (question === '') return dropped('expected a question, got an empty text')
  if (given === '') return dropped('expected a correct answer, got an empty text')
  const changes = new Set(texts.changes)
  const kind = texts.kind === 'all' && rules.areOptionsWrong ? 'wrong' : texts.kind
  const options = removeRepeated(texts.options, changes)
  const found: FoundAnswer =
    kind === 'all' && options.length > 0
      ? findAnswer(given, texts.options, rules)
      : { kind: 'found', answer: given }
  if (found.kind === 'missing') return dropped(found.reason)
  if (found.change !== undefined) changes.add(found.change)
  const correct = found.answer
  const wrong = options.filter(
    (option) => option !== correct && !(kind === 'wrong' && isSameAnswer(option, correct)),
  )
  const { difficulty, topic, source } = texts
  return {
    kind: 'clean',
    clean: {
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
    },
  }
}

function dropped(reason: string) {
  return { kind: 'dropped' as const, reason }
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
