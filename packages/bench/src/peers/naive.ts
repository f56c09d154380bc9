// What a first implementation does for each request: copy the array, shuffle it, take the first questions, and serialise
// them. It has no seeds that are the same on every machine, no ETag, no paging and no metrics.
import type { BenchQuestion } from './arguments.ts'
import type { PeerQuery } from './query-schema.ts'

/** Returns the content of the response to a query. */
export function answerNaively(questions: readonly BenchQuestion[], query: PeerQuery): object {
  const random = query.seed === undefined ? Math.random : createRandom(query.seed)
  const ordered = query.random === false ? questions : shuffle(questions, random)
  const page = ordered.slice(0, query.count ?? query.limit ?? 10).map((question) => {
    const { correct_answer, options, ...rest } = question
    const shown = query.shuffle_options ? shuffle(options, random) : options
    return { ...rest, ...(query.answers !== 'hidden' && { correct_answer }), options: shown }
  })
  return { category: 'bench', total: questions.length, questions: page, next: null }
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items]
  for (let index = copy.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[copy[index], copy[other]] = [copy[other] as T, copy[index] as T]
  }
  return copy
}

/** Mulberry32, seeded with a simple hash of the string. */
function createRandom(seed: string): () => number {
  let state = 0
  for (const character of seed) state = (Math.imul(state, 31) + character.charCodeAt(0)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}
