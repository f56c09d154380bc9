// Calls the questions service. Every error that it throws has a message for the player.
import { formatQuery } from './link.js'

/**
 * A question. It has a category when the quiz has every category.
 * @typedef {{ id: string, category?: string, question: string, options?: string[], difficulty?: string, topic?: string }}
 * Question
 */
/**
 * @typedef {{ name: string, title: string, questions: number, difficulty: Record<string, number> }} Category
 */
/** The value of `category` for a quiz with every category. */
export const ALL_CATEGORIES = '*'

/** @typedef {{ seed: string, total: number, questions: Question[], next: string | null }} Page */
/** @typedef {{ correct: boolean, correct_answer: string, explanation?: string }} Check */

const TIMEOUT_MS = 10_000

/** An error that the same request would cause again, such as an unknown category. */
export class PermanentError extends Error {}

/** The URL of the questions service, without a trailing slash. */
const baseUrl = readBaseUrl().replace(/\/+$/, '')

function readBaseUrl() {
  const override = new URLSearchParams(location.search).get('api')
  const meta = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="questions-service"]'))
  return new URL(override ?? meta.content, location.href).href
}

/**
 * Lists the categories.
 * @returns {Promise<Category[]>}
 */
export async function listCategories() {
  return (await request('categories')).categories
}

/**
 * Fetches the questions of a quiz, without their correct answers. When the quiz has no seed, the service
 * chooses one.
 * @param {import('./link.js').Quiz} quiz
 * @returns {Promise<Page>}
 */
export function fetchQuestions({ category, number, seed, difficulty, offset }) {
  const isMixed = category === ALL_CATEGORIES
  return request(isMixed ? 'questions' : `questions/${encodeURIComponent(category)}`, {
    ...(isMixed && { category }),
    limit: number,
    seed,
    difficulty,
    offset,
    answers: 'hidden',
    shuffle_options: 'true',
  })
}

/**
 * Checks an answer to a question.
 * @param {string} category
 * @param {string} id
 * @param {string} answer
 * @returns {Promise<Check>}
 */
export function checkAnswer(category, id, answer) {
  return request(`questions/${encodeURIComponent(category)}/${encodeURIComponent(id)}/check`, { answer })
}

/**
 * Sends a GET request and parses the JSON response.
 * @param {string} path
 * @param {Record<string, string | undefined>} [query]
 * @throws {PermanentError} when the status is below 500 and not 429 (too many requests)
 * @throws {Error} when there is no response, the response is not JSON, or the status is 429 or at least 500
 */
async function request(path, query = {}) {
  const response = await fetch(`${baseUrl}/api/v1/${path}?${formatQuery(query)}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`The questions service at ${baseUrl} does not respond. Is it running?`)
  })
  const body = await response.json().catch(() => undefined)
  if (!body) throw new Error(`The questions service at ${baseUrl} sent a response that is not valid JSON.`)
  if (response.ok) return body
  // The body of an error is problem details (RFC 9457); `detail` is the error message.
  const message = `The questions service reported an error: ${body.detail ?? response.status}`
  throw response.status < 500 && response.status !== 429 ? new PermanentError(message) : new Error(message)
}
