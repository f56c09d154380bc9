// Accepts a question that the service can serve beside the others of its table, and gives it an id when it has none. Of questions that
// occur again with the same options, or none, and different answers, none is accepted: the rows can be the answers of players. With
// other options, only a person knows whether both are right.
import { hash } from 'node:crypto'
import { quote } from '../../quote.ts'
import { type AnsweredQuestion, isSameAnswer } from '../question.ts'
import { checkQuestion, foldCase, type RowContext } from '../read/index.ts'
import type { CleanQuestion } from './clean-question.ts'
import { LeftOutError } from './errors.ts'

/** A question that the service can serve. */
export interface AcceptedQuestion extends CleanQuestion {
  /** Whether its text occurs above, with another answer. */
  readonly occursAgain: boolean
}

/** Returns a question with its id. @throws LeftOutError when the service would not serve it beside the others */
export type Acceptance = (clean: CleanQuestion) => AcceptedQuestion

/**
 * Returns a function that rejects a question that occurs again, another question with its id, and what the service rejects. It
 * returns the question with its id.
 */
export function createAcceptance(context: RowContext): Acceptance {
  const ids = new Set<string>()
  /** The next place by the text and the options, which all rows can have. */
  const places = new Map<string, number>()
  const firsts = new Map<string, AnsweredQuestion>()
  /** The texts that occur again, each with its answers. */
  const repeated = new Set<string>()
  const nameOf = ({ question, correct_answer: answer }: AnsweredQuestion) => `${question}\0${answer}`
  return ({ number, question, changes }) => {
    const key = foldCase(question.question)
    const first = firsts.get(key)
    if (!first) firsts.set(key, question)
    else if (!addNew(repeated.add(nameOf(first)), nameOf(question)))
      throw new LeftOutError(
        'expected a question that is not above',
        `, got ${quote(question.question)} again`,
      )
    // The ids of another file or topic can start again.
    const given = question.id
    if (given === '' || !addNew(ids, given)) question.id = createId(question, ids, places)
    const [finding] = checkQuestion(question, context)
    if (finding) throw new LeftOutError(finding.message, finding.cells)
    const isNew = given !== '' && given !== question.id
    const all = isNew ? [...changes, 'ids created'] : changes
    return { number, question, changes: all, occursAgain: first !== undefined }
  }
}

/** Adds an id. Returns false when it is taken. */
const addNew = (ids: Set<string>, id: string) => ids.size < ids.add(id).size

/**
 * Adds an id that is derived from the text of the question, and, when another question has this text, from the options too. It never
 * depends on the answer, which a player could otherwise find by computing the id for each option.
 */
function createId(
  { question, options = [] }: AnsweredQuestion,
  ids: Set<string>,
  places: Map<string, number>,
): string {
  const id = `q-${digest(question)}`
  if (addNew(ids, id)) return id
  const texts = [question, ...options.toSorted()]
  const key = JSON.stringify(texts)
  for (let place = places.get(key) ?? 1; ; place++) {
    const other = `q-${digest(...texts, `${place}`)}`
    places.set(key, place + 1)
    if (addNew(ids, other)) return other
  }
}

function digest(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts.map((text) => text.normalize('NFC')))).slice(0, 12)
}

/** A question that occurs again with other options and another answer. */
export interface Repeat {
  readonly number: number
  /** The number of the first question with this text. */
  readonly first: number
  readonly question: string
}

/** Finds the questions that occur again: those that cannot all be right, each with the reason, and the others. */
export function findRepeats(questions: readonly AcceptedQuestion[]) {
  const contradictions = new Map<CleanQuestion, LeftOutError>()
  const repeats: Repeat[] = []
  const textOf = ({ question }: CleanQuestion) => foldCase(question.question)
  const again = new Set(questions.filter(({ occursAgain }) => occursAgain).map(textOf))
  const repeated = again.size === 0 ? [] : questions.filter((clean) => again.has(textOf(clean)))
  for (const group of groupBy(repeated, textOf)) {
    for (const [clean, rival] of findRivals(group))
      contradictions.set(clean, describe(rival.question.correct_answer))
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

function describe(answer: string): LeftOutError {
  return new LeftOutError('expected one answer of a question', `, got also ${quote(answer)} in another row`)
}
