// Accepts a question that the service can serve beside the others of its table, and gives it an id when it has none.
import { hash } from 'node:crypto'
import type { AnsweredQuestion } from '../question.ts'
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
  const questions = new Map<string, AnsweredQuestion[]>()
  return ({ number, question, changes }) => {
    const key = foldCase(question.question)
    const others = questions.get(key)
    const isSame = (other: AnsweredQuestion) =>
      other.question === question.question && other.correct_answer === question.correct_answer
    if (others?.some(isSame)) throw new LeftOutError('expected a new question', ', got one that occurs above')
    // The ids of another file or topic can start again.
    const given = question.id
    if (given === '' || !addNew(ids, given)) question.id = createId(question, ids)
    if (others) others.push(question)
    else questions.set(key, [question])
    const [finding] = checkQuestion(question, context)
    if (finding) throw new LeftOutError(finding.message, finding.cells)
    const isNew = given !== '' && given !== question.id
    const all = isNew ? [...changes, 'ids created'] : changes
    return { number, question, changes: all, occursAgain: others !== undefined }
  }
}

/** Adds an id. Returns false when it is taken. */
const addNew = (ids: Set<string>, id: string) => ids.size < ids.add(id).size

/**
 * Adds an id that is derived from the text of the question, and, when another question has this text, from the options too. It never
 * depends on the answer, which a player could otherwise find by computing the id for each option.
 */
function createId({ question, options = [] }: AnsweredQuestion, ids: Set<string>): string {
  const id = `q-${digest(question)}`
  if (addNew(ids, id)) return id
  for (let place = 1; ; place++) {
    const other = `q-${digest(question, ...options.toSorted(), `${place}`)}`
    if (addNew(ids, other)) return other
  }
}

function digest(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts.map((text) => text.normalize('NFC')))).slice(0, 12)
}
