// What a curated dataset must hold to beyond being readable: no question twice, no answer given away, clean text.
// A dataset that fails here is still served; check-data and the tests keep ours from failing.
import type { AnsweredQuestion } from './dataset.ts'
import { type Position, type Problem, quote } from './problem.ts'
import { diceOf, normalise, trigramsOf } from './similarity.ts'
import { findTypographyFaults } from './typography.ts'

/** A question of a file, with the place of each of its cells. */
export interface PlacedQuestion {
  readonly file: string
  readonly question: AnsweredQuestion
  readonly positionOf: (column: 'id' | 'question' | 'correct_answer' | 'options' | 'topic') => Position
}

/** The share of letter triples from which two questions count as the same; less will do where the answer is too. */
export const MAX_SIMILARITY = { alone: 0.85, withSameAnswer: 0.7 }
/** The share of questions in which the right answer may be longer than every other option. */
export const MAX_LONGEST_SHARE = 0.35
/** The share of questions in which the right answer may stand at one place among the options. */
export const PLACE_SHARE = { least: 0.2, most: 0.3 }
/** The smallest dataset whose shares are looked at; of fewer questions they say nothing. */
const ENOUGH_QUESTIONS = 100

/** Every problem of some datasets, within each and between them. */
export function reviewQuestions(questions: readonly PlacedQuestion[]): Problem[] {
  const files = new Set(questions.map(({ file }) => file))
  return [
    ...questions.flatMap(reviewQuestion),
    ...findRepetitions(questions),
    ...[...files].flatMap((file) =>
      reviewShares(
        file,
        questions.filter((placed) => placed.file === file),
      ),
    ),
  ]
}

function reviewQuestion({ file, question, positionOf }: PlacedQuestion): Problem[] {
  const { options = [], topic } = question
  const at = (column: Parameters<typeof positionOf>[0], message: string) => ({
    file,
    ...positionOf(column),
    message,
  })
  const folded = options.map((option) => normalise(option) || option)
  const repeated = options.find((_, place) => folded.indexOf(folded[place] as string) < place)
  return [
    ...findTypographyFaults(question.question).map((fault) => at('question', fault)),
    ...findTypographyFaults(question.correct_answer).map((fault) => at('correct_answer', fault)),
    ...options.flatMap((option) => findTypographyFaults(option).map((fault) => at('options', fault))),
    ...(topic === undefined ? [] : findTypographyFaults(topic).map((fault) => at('topic', fault))),
    ...(repeated === undefined
      ? []
      : [
          at(
            'options',
            `expected options that differ by more than case and signs, got ${quote(repeated)} twice`,
          ),
        ]),
    ...(givesAway(question)
      ? [
          at(
            'question',
            `expected a question without its answer, got ${quote(question.correct_answer)} in it`,
          ),
        ]
      : []),
  ]
}

/** Whether the answer stands in the question as words; a number or sign may stand there by chance. */
function givesAway({ question, correct_answer }: AnsweredQuestion): boolean {
  const answer = normalise(correct_answer)
  return /\p{L}{2}/u.test(answer) && ` ${normalise(question)} `.includes(` ${answer} `)
}

function findRepetitions(questions: readonly PlacedQuestion[]): Problem[] {
  const prepared = questions.map((placed) => {
    const text = normalise(placed.question.question)
    return { placed, text, trigrams: trigramsOf(text), answer: normalise(placed.question.correct_answer) }
  })
  return prepared.flatMap(({ placed, text, trigrams, answer }, index) => {
    const { file, question, positionOf } = placed
    for (const other of prepared.slice(0, index)) {
      const similarity = other.text === text ? 1 : diceOf(trigrams, other.trigrams)
      const bound = answer === other.answer ? MAX_SIMILARITY.withSameAnswer : MAX_SIMILARITY.alone
      if (similarity < bound || isOtherProblem(text, other.text)) continue
      const { id } = other.placed.question
      const message = `expected a question of its own, got ${quote(question.question)}, which is like ${id} (${similarity.toFixed(2)})`
      return [{ file, ...positionOf('question'), message }]
    }
    return []
  })
}

/** Two sums in the same words with other numbers are two problems. */
function isOtherProblem(a: string, b: string): boolean {
  const numbers = (text: string) => (text.match(/[\d+×÷=<>√π−/]+/g) ?? []).join(' ')
  return numbers(a) !== numbers(b)
}

function reviewShares(file: string, questions: readonly PlacedQuestion[]): Problem[] {
  const withOptions = questions
    .map(({ question }) => question)
    .filter(({ options = [] }) => options.length > 1)
  if (withOptions.length < ENOUGH_QUESTIONS) return []
  const share = (holds: (question: AnsweredQuestion) => boolean) =>
    withOptions.filter(holds).length / withOptions.length
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  const messages: string[] = []
  const longest = share(isLongest)
  if (longest > MAX_LONGEST_SHARE) {
    messages.push(
      `expected the right answer to be the longest in at most ${percent(MAX_LONGEST_SHARE)}, got ${percent(longest)}`,
    )
  }
  for (let place = 0; place < 4; place++) {
    const value = share(({ options = [], correct_answer }) => options.indexOf(correct_answer) === place)
    if (value < PLACE_SHARE.least || value > PLACE_SHARE.most) {
      messages.push(
        `expected the right answer at place ${place + 1} in ${percent(PLACE_SHARE.least)} to ${percent(PLACE_SHARE.most)}, got ${percent(value)}`,
      )
    }
  }
  return messages.map((message) => ({ file, line: 1, column: 1, message }))
}

function isLongest({ options = [], correct_answer }: AnsweredQuestion): boolean {
  return options.every(
    (option) => option === correct_answer || [...option].length < [...correct_answer].length,
  )
}
