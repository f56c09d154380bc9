// Converts a quiz to a link and back. The link contains the seed, so every player gets the same questions.

/** The value of `category` for a quiz with every category. */
export const ALL_CATEGORIES = '*'

/**
 * A quiz that a player has chosen. All values are strings that the quiz does not validate: the questions service does.
 * `categories` is `['*']` for every category. `seed` is missing until the first response. `offset` is the number of
 * questions to skip in the order of the seed; a missing one is 0. `set` marks the questions, as `markQuestions` returns it.
 * @typedef {{ categories: string[], number: string, seed?: string, difficulty?: string, offset?: string, set?: string }} Quiz
 */

/** @typedef {Record<string, string | readonly string[] | null | undefined>} QueryValues */

/**
 * Reads the quiz of a link. Returns undefined when the category or the seed is missing.
 * @param {string} search the query of the URL, such as `location.search`
 * @returns {Quiz | undefined}
 */
export function readQuiz(search) {
  const query = new URLSearchParams(search)
  const [categories, seed] = [query.getAll('category'), query.get('seed')]
  if (categories.length === 0 || !seed) return undefined
  const [difficulty, offset, set] = [query.get('difficulty'), query.get('offset'), query.get('set')]
  const number = query.get('number') ?? '10'
  const rest = { ...(difficulty && { difficulty }), ...(offset && { offset }), ...(set && { set }) }
  return { categories, number, seed, ...rest }
}

/**
 * Marks the questions of a round. A link whose mark differs was made before the questions changed.
 * @param {import('./api.js').Question[]} questions
 */
export function markQuestions(questions) {
  let mark = 0
  for (const character of questions.map(({ id, question }) => `${id} ${question}`).join(' '))
    mark = (mark * 31 + character.charCodeAt(0)) % 2 ** 32
  return mark.toString(36)
}

/**
 * The choices of the start screen that a link makes in advance.
 * @typedef {{ categories: string[], difficulty: string, number: number }} Choices
 */

/**
 * Reads the choices of a link without a seed. A missing number is 0.
 * @param {string} search
 * @returns {Choices}
 */
export function readChoices(search) {
  const query = new URLSearchParams(search)
  const categories = query.getAll('category').filter((name) => name !== ALL_CATEGORIES)
  return { categories, difficulty: query.get('difficulty') ?? '', number: Number(query.get('number')) }
}

/**
 * Reads the score to beat from a link.
 * @param {string} search
 * @param {number} total the number of questions
 * @returns {number | undefined} undefined when there is none, or one that is impossible
 */
export function readScoreToBeat(search, total) {
  const text = new URLSearchParams(search).get('score') ?? ''
  return /^\d{1,2}$/.test(text) && Number(text) <= total ? Number(text) : undefined
}

/**
 * Builds the URL of a quiz, or of the start screen when there is no quiz.
 * @param {Quiz} [quiz]
 * @param {number} [score] the score to beat
 */
export function buildUrl(quiz, score) {
  const url = new URL(location.href)
  const { categories, number, seed, difficulty, offset, set } = quiz ?? {}
  url.search = formatQuery({
    category: categories,
    number,
    seed,
    difficulty,
    offset,
    set,
    score: score?.toString(),
  })
  url.hash = ''
  return url.href
}

/**
 * Formats query parameters as a query string. Omits those that are undefined or null, and repeats those with several values.
 * @param {QueryValues} values
 */
export function formatQuery(values) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value ?? []].flat()) query.append(name, one)
  }
  return query.toString()
}

/**
 * Returns whether a category is part of a quiz.
 * @param {Quiz} quiz
 * @param {string} name that of the category
 */
export function isChosen({ categories }, name) {
  return categories.includes(ALL_CATEGORIES) || categories.includes(name)
}

/**
 * Names the subjects of a quiz: its only category, two categories, or their number.
 * @param {Quiz} quiz
 * @param {import('./api.js').Category[]} all
 */
export function nameSubjects({ categories }, all) {
  if (categories.includes(ALL_CATEGORIES) && all.length !== 1) return 'All subjects'
  if (categories.length > 2) return `${categories.length} subjects`
  const names = categories.includes(ALL_CATEGORIES) ? all.map(({ name }) => name) : categories
  return names.map((name) => all.find((category) => category.name === name)?.title ?? name).join(' and ')
}
