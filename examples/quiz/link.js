// A quiz as the query of an address, and back: what a friend needs to get the same questions in the same order.

/**
 * A quiz that was chosen, as texts: what is wrong with them the question bank says best. `seed` is missing until the
 * first draw; `offset` is how many of the seed's order came before, and missing where none did.
 * @typedef {{ category: string, number: string, seed?: string, difficulty?: string, offset?: string }} Quiz
 */

/**
 * The quiz in an address, or undefined where there is none.
 * @param {string} search
 * @returns {Quiz | undefined}
 */
export function readQuiz(search) {
  const query = new URLSearchParams(search)
  const [category, seed] = [query.get('category'), query.get('seed')]
  if (!category || !seed) return undefined
  const [difficulty, offset] = [query.get('difficulty'), query.get('offset')]
  const number = query.get('number') ?? '10'
  return { category, number, seed, ...(difficulty && { difficulty }), ...(offset && { offset }) }
}

/**
 * The whole address of a quiz, or of the start without one; where the question bank is stays in it.
 * @param {Quiz} [quiz]
 */
export function addressOf(quiz) {
  const address = new URL(location.href)
  const api = address.searchParams.get('api')
  const { category, number, seed, difficulty, offset } = quiz ?? {}
  address.search = writeQuery({ api, category, number, seed, difficulty, offset })
  address.hash = ''
  return address.href
}

/**
 * A query of the values that are there.
 * @param {Record<string, string | null | undefined>} values
 */
export function writeQuery(values) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, value)
  }
  return query.toString()
}
