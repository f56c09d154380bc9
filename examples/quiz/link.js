// Converts a quiz to a link and back. The link contains the seed, so every player gets the same questions.

/**
 * A quiz that a player has chosen. All values are strings that the quiz does not validate: the questions
 * service does. `seed` is missing until the first response. `offset` is the number of questions to skip in
 * the order of the seed; a missing one is 0.
 * @typedef {{ category: string, number: string, seed?: string, difficulty?: string, offset?: string }} Quiz
 */

/**
 * Reads the quiz of a link. Returns undefined when the category or the seed is missing.
 * @param {string} search the query of the URL, such as `location.search`
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
 * Builds the URL of a quiz, or of the start screen when there is no quiz. The parameter `api` is kept.
 * @param {Quiz} [quiz]
 */
export function buildUrl(quiz) {
  const url = new URL(location.href)
  const api = url.searchParams.get('api')
  const { category, number, seed, difficulty, offset } = quiz ?? {}
  url.search = formatQuery({ api, category, number, seed, difficulty, offset })
  url.hash = ''
  return url.href
}

/**
 * Formats query parameters as a query string. Omits those that are undefined or null.
 * @param {Record<string, string | null | undefined>} values
 */
export function formatQuery(values) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, value)
  }
  return query.toString()
}
