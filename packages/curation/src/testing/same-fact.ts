// Finds two questions about the same fact, in other words and perhaps with question and answer exchanged. They share rare
// words: names, years, things.
import { type AnsweredQuestion, type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { groupIndexes, normalise, pointTo } from '../check/duplicates.ts'

/** The similarity, from 0 to 1, at which two questions are about the same fact. `answered`: a rare word of one answer is in the other question or answer. */
const SAME_FACT = { answered: 0.32, other: 0.4 }

/** Maximum number of questions with a rare word. */
const MAX_RARE = 20

/** The part of the similarity that rare words must have. Only such pairs are compared. */
const MIN_RARE = 0.15

/** How much a word that only the explanation has counts, compared with a word of the question or the answer. */
const EXPLANATION_WEIGHT = 0.5

/** Returns one diagnostic for each question that is about the same fact as an earlier question. */
export function findSameFacts(questions: readonly LocatedQuestion[]): Diagnostic[] {
  const texts = questions.map(({ question }) => readWords(question))
  const groups = groupIndexes(texts.map(({ all }) => all))
  const rarityOf = (word: string) => Math.log(questions.length / (groups.get(word)?.length ?? 1))
  const isRare = (word: string) => (groups.get(word)?.length ?? 0) <= MAX_RARE
  const weights = texts.map(({ asked, all }) => {
    const weighted = [...all].map(
      (word) => [word, rarityOf(word) * (asked.has(word) ? 1 : EXPLANATION_WEIGHT)] as const,
    )
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1
    return new Map(weighted.map(([word, weight]) => [word, weight / length]))
  })
  const isAnswered = (index: number, other: number) =>
    [...(texts[index]?.answer ?? [])].some((word) => isRare(word) && texts[other]?.asked.has(word))
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const rare = new Map<number, number>()
    for (const [word, weight] of weights[index] ?? []) {
      if (!isRare(word)) continue
      for (const other of groups.get(word) ?? [])
        if (other < index) rare.set(other, (rare.get(other) ?? 0) + weight * (weights[other]?.get(word) ?? 0))
    }
    const near = [...rare]
      .flatMap(([other, similarity]) => (similarity < MIN_RARE ? [] : [other]))
      .sort((a, b) => a - b)
    for (const other of near) {
      const similarity = dotOf(weights[index], weights[other])
      const needed =
        isAnswered(index, other) || isAnswered(other, index) ? SAME_FACT.answered : SAME_FACT.other
      if (similarity < needed) continue
      const first = pointTo(questions[other] as LocatedQuestion, similarity)
      const message = `expected a new fact, got ${quote(question.question)}, which is about the fact of ${first}`
      return [{ file, ...positionOf('question'), message }]
    }
    return []
  })
}

/** The words of a question: of its answer, of what is asked with the answer, and of all of it with the explanation. */
function readWords({ question, correct_answer, explanation = '' }: AnsweredQuestion) {
  const answer = wordsOf(correct_answer)
  const asked = new Set([...answer, ...wordsOf(question)])
  return { answer, asked, all: new Set([...asked, ...wordsOf(explanation)]) }
}

/** The words of at least three characters, without the s of a plural. */
function wordsOf(text: string): Set<string> {
  const words = normalise(text).split(' ')
  return new Set(words.filter(({ length }) => length > 2).map((word) => word.replace(/(?<=\p{L}{4})s$/u, '')))
}

/** The cosine of two lists of weights of length 1. */
function dotOf(
  a: ReadonlyMap<string, number> = new Map(),
  b: ReadonlyMap<string, number> = new Map(),
): number {
  return [...a].reduce((product, [word, weight]) => product + weight * (b.get(word) ?? 0), 0)
}
