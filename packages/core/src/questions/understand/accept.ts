// Accepts a question that the service can serve beside the others of its table, and gives it an id when it has none. Of questions that
// occur again with the same options, or none, and different answers, none is accepted: the rows can be the answers of players. With
// other options, only a person knows whether both are right.
import { hash } from 'node:crypto'
import { quote } from '../../quote.ts'
import { type AnsweredQuestion, isSameAnswer } from '../question.ts'
import { checkQuestion, foldCase, type RowContext } from '../read/index.ts'
import type { CleanQuestion } from './clean-question.ts'
import { LeftOutError, leftOut } from './errors.ts'
import type { Table } from './table.ts'

/**
 * Gives a question an id, unless it has one that no other question has. Returns whether its text occurs above, with another answer.
 * The message about one that occurs again names the first one of its table.
 * @throws LeftOutError when the service would not serve it beside the others
 */
export type Acceptance = (clean: CleanQuestion, table?: Pick<Table, 'separator'>) => boolean

/** Returns a function that rejects a question that occurs again, and what the service rejects. */
export function createAcceptance(context: RowContext): Acceptance {
  const ids = new Set<string>()
  /** The next place by the text and the options, which all rows can have. */
  const places = new Map<string, number>()
  const firsts = new Map<string, { question: AnsweredQuestion; number: number; table: unknown }>()
  /** The texts that occur again, each with its answers. */
  const repeated = new Set<string>()
  const nameOf = ({ question, correct_answer: answer }: AnsweredQuestion) => `${question}\0${answer}`
  return ({ question, changes, number }, table) => {
    const text = question.question.normalize('NFC')
    const key = keyOf(text)
    const first = firsts.get(key)
    if (!first) firsts.set(key, { question, number, table })
    else if (!addNew(repeated.add(nameOf(first.question)), nameOf(question))) {
      const place = `in ${table?.separator === undefined ? 'number' : 'line'} ${first.number}`
      throw leftOut(
        `a question that is not ${first.table === table ? place : 'above'}`,
        `${quote(question.question)} again`,
      )
    }
    // The ids of another file or topic can start again.
    const given = question.id
    if (given === '' || !addNew(ids, given)) question.id = createId(text, question.options, ids, places)
    const [finding] = checkQuestion(question, context)
    if (finding) throw new LeftOutError(finding.message, finding.cells)
    if (given !== '' && given !== question.id) changes.push('each one got an id')
    return first !== undefined
  }
}

/** What does not make another question: its number, spaces, quotation marks, and the signs at its end. */
const LOOSE = /^\d{1,3}[.)]\s+(?=\D)|[\s\u200b-\u200d\ufeff"“”„«»]+|[\s?!.…]+$/g

const keyOf = (text: string) => foldCase(text).replace(LOOSE, ' ').trim()

/** Adds an id. Returns false when it is taken. */
const addNew = (ids: Set<string>, id: string) => ids.size < ids.add(id).size

/**
 * Adds an id that is derived from the text of the question, and, when another question has this text, from the options too. It never
 * depends on the answer, which a player could otherwise find by computing the id for each option.
 */
function createId(
  text: string,
  options: readonly string[] = [],
  ids: Set<string>,
  places: Map<string, number>,
): string {
  const id = `q-${digest([text])}`
  if (addNew(ids, id)) return id
  const texts = [text, ...options.toSorted().map((option) => option.normalize('NFC'))]
  const key = JSON.stringify(texts)
  for (let place = places.get(key) ?? 1; ; place++) {
    const other = `q-${digest([...texts, `${place}`])}`
    places.set(key, place + 1)
    if (addNew(ids, other)) return other
  }
}

/** @param texts in the Unicode form NFC */
const digest = (texts: readonly string[]) => hash('sha256', JSON.stringify(texts)).slice(0, 12)

/** A question that occurs again with other options and another answer. */
export interface Repeat {
  readonly number: number
  /** The number of the first question with this text. */
  readonly first: number
  readonly question: string
}

/**
 * Finds the questions that occur again: those that cannot all be right, each with the reason, and the others.
 * @param later the questions whose text occurs above
 */
export function findRepeats(questions: readonly CleanQuestion[], later: readonly CleanQuestion[]) {
  const contradictions = new Map<CleanQuestion, LeftOutError>()
  const repeats: Repeat[] = []
  const textOf = ({ question }: CleanQuestion) => keyOf(question.question)
  const again = new Set(later.map(textOf))
  const repeated = again.size === 0 ? [] : questions.filter((clean) => again.has(textOf(clean)))
  for (const group of groupBy(repeated, textOf)) {
    for (const [clean, { question }] of findRivals(group)) {
      const got = `also ${quote(question.correct_answer)} in another row`
      contradictions.set(clean, leftOut('the same answer to a question that occurs again', got))
    }
    const [first, ...others] = group.filter((clean) => !contradictions.has(clean))
    for (const { number, question } of others)
      if (first && !isSameAnswer(first.question.correct_answer, question.correct_answer))
        repeats.push({ number, first: first.number, question: question.question })
  }
  return { contradictions, repeats: repeats.sort((a, b) => a.number - b.number) }
}

/** The questions for which another one has the same options and another answer, each with that one. */
function findRivals(group: readonly CleanQuestion[]): (readonly [CleanQuestion, CleanQuestion])[] {
  const optionsOf = ({ question: { options = [] } }: CleanQuestion) =>
    JSON.stringify(options.map(foldCase).sort())
  const answerOf = ({ question }: CleanQuestion) => foldCase(question.correct_answer)
  return [...groupBy(group, optionsOf)].flatMap((same) => {
    const [first] = same
    const other = same.find((clean) => first && answerOf(clean) !== answerOf(first))
    if (!first || !other) return []
    return same.map((clean) => [clean, answerOf(clean) === answerOf(first) ? other : first] as const)
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Iterable<T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups.values()
}
