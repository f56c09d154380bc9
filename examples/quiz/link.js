// A quiz as the query of an address, and back: what a friend needs to get the same questions in the same order.

/**
 * A quiz that was chosen. `seed` is missing until the first draw; `offset` is how many of the seed's order came before.
 * @typedef {{ category: string, number: number, seed?: string, difficulty?: string, offset: number }} Quiz
 */

/**
 * The quiz in an address, or undefined where there is none. What is wrong with it the question bank will say.
 * @param {string} search
 * @returns {Quiz | undefined}
 */
export function readQuiz(search) {
  const query = new URLSearchParams(search)
  const [category, seed] = [query.get('category'), query.get('seed')]
  if (!category || !seed) return undefined
  const difficulty = query.get('difficulty')
  return {
    category,
    seed,
    number: Number(query.get('number') ?? 10),
    offset: Number(query.get('offset') ?? 0),
    ...(difficulty && { difficulty }),
  }
}

/**
 * The whole address of a quiz, or of the start without one; where the question bank is stays in it.
 * @param {Quiz} [quiz]
 */
export function addressOf(quiz) {
  const address = new URL(location.href)
  const api = address.searchParams.get('api')
  const { category, number, seed, difficulty, offset } = quiz ?? {}
  address.search = writeQuery({ api, category, number, seed, difficulty, offset: offset || undefined })
  address.hash = ''
  return address.href
}

/**
 * A query of the values that are there.
 * @param {Record<string, string | number | null | undefined>} values
 */
export function writeQuery(values) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.toString()
}
