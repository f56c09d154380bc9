// Calls the questions service. Every error that it throws is a QuizError, in the words of a player.
import { formatQuery } from './link.js'

/** @typedef {{ id: string, category: string, question: string, options?: string[], difficulty?: string, topic?: string }} Question */
/** @typedef {{ name: string, title: string, questions: number, difficulty: Record<string, number> }} Category */
/** @typedef {{ seed: string, total: number, questions: Question[], next: string | null }} Page */
/** @typedef {{ correct: boolean, correct_answer: string, explanation?: string, source?: string }} Check */

const TIMEOUT_MS = 10_000
/** How often, and at most how long, a request waits when the service asks to wait. */
const [MAX_WAITS, MAX_WAIT_SECONDS] = [3, 120]

/** The title and the message of an error by the status of the response. Status 0 means that there is no response. */
const WORDS = /** @type {const} */ ({
  0: ['The quiz is not reachable', 'We keep trying. Your quiz goes on by itself.'],
  400: [
    'This link does not work',
    'A part of it is missing or has changed. Ask for the link again, or choose another quiz.',
  ],
  404: ['We cannot find this quiz', 'The link has a mistake, or the quiz does not exist any more.'],
  410: [
    'This question has changed since your round began',
    'The person who runs the quiz has edited it. Go on with the next one.',
  ],
  429: ['Too many requests at once', 'Try again in a moment.'],
  500: ['The questions cannot be loaded', 'It is not your fault. Try again in a moment.'],
})

/** An error for the player. `detail` is for the person who runs the quiz. */
export class QuizError extends Error {
  /**
   * @param {keyof typeof WORDS} kind
   * @param {string} detail
   */
  constructor(kind, detail) {
    super(WORDS[kind][1])
    this.title = WORDS[kind][0]
    this.kind = kind
    this.detail = detail
    /** Whether the same request can succeed later. */
    this.isTemporary = ![400, 404, 410].includes(kind)
  }
}

/** The URL of the questions service, with a slash at the end. */
export const serviceUrl = new URL(`${readMeta('questions-service')}/`, location.href).href

/** Whether the player uses the machine of the service. Others, such as pupils, cannot mend its files. */
export const isHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

/** The address of the quiz that other devices can open. Empty when there is none. */
export const sharedAddress = isHost ? readMeta('quiz-lan-address') : new URL('.', location.href).href

/** Whether the service serves this page, and other devices can open it. */
export const isShareable = new URL('..', location.href).href === serviceUrl && sharedAddress !== ''

/** @type {(seconds: number, total: number) => void} */
let onWait = () => {}

/**
 * Sets the function that is called each second while a request waits, with the seconds that are left and those of the whole
 * wait, and at last with 0.
 * @param {(seconds: number, total: number) => void} listener
 */
export function listenToWaits(listener) {
  onWait = listener
}

/** @param {string} name */
export function readMeta(name) {
  return /** @type {HTMLMetaElement} */ (document.querySelector(`meta[name="${name}"]`)).content
}

/**
 * Lists the categories.
 * @returns {Promise<Category[]>}
 */
export async function listCategories() {
  return (await request('categories')).categories
}

/**
 * Lists the files that are not served, or not as they are now, with the reason.
 * @returns {Promise<string[]>} empty when the health of the service cannot be read
 */
export async function listProblems() {
  return (await request('health').catch(() => ({}))).notices ?? []
}

/**
 * Fetches the questions of a quiz, without their correct answers. When the quiz has no seed, the service chooses one.
 * @param {import('./link.js').Quiz} quiz
 * @returns {Promise<Page>}
 */
export function fetchQuestions({ categories, number, seed, difficulty, offset }) {
  const view = { answers: 'hidden', shuffle_options: 'true' }
  return request('questions', { category: categories, limit: number, seed, difficulty, offset, ...view })
}

/**
 * Checks an answer to a question. Without an id of its own, a question whose text has changed is another one.
 * @param {Question} question
 * @param {string} answer
 * @returns {Promise<Check>}
 */
export async function checkAnswer({ category, id, options }, answer) {
  const path = `questions/${encodeURIComponent(category)}/${encodeURIComponent(id)}/check`
  const check = await request(path, { answer }).catch((error) => {
    throw error.kind === 404 ? new QuizError(410, error.detail) : error
  })
  // With other options, no answer of the player could be right.
  if (options && !options.includes(check.correct_answer))
    throw new QuizError(410, 'The correct answer is not one of the options.')
  return check
}

/**
 * Sends a GET request and parses the JSON response. Waits and tries again when the service is busy and says how long.
 * @param {string} path
 * @param {import('./link.js').QueryValues} [query]
 * @throws {QuizError}
 */
async function request(path, query = {}) {
  const url = `${serviceUrl}api/v1/${path}?${formatQuery(query)}`
  for (let waits = 0; ; waits++) {
    // A person who has edited a sheet must not play the old one. The service answers 304 when nothing has changed.
    const options = /** @type {const} */ ({ cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const response = await fetch(url, options).catch(() => {
      throw new QuizError(0, `There is no response from ${serviceUrl}. Is the questions service running?`)
    })
    const body = await response.json().catch(() => undefined)
    if (response.ok && body) return body
    const seconds = Number(response.headers.get('retry-after'))
    if (waits < MAX_WAITS && seconds > 0 && seconds <= MAX_WAIT_SECONDS) {
      await wait(seconds)
      continue
    }
    throw toError(response.status, body?.detail ?? `status ${response.status}, without a valid JSON body`)
  }
}

/**
 * @param {number} status
 * @param {string} detail that of the problem details (RFC 9457)
 */
function toError(status, detail) {
  if (status === 404 || status === 429) return new QuizError(status, detail)
  return new QuizError(status >= 400 && status < 500 ? 400 : 500, detail)
}

/** @param {number} seconds */
async function wait(seconds) {
  for (let left = seconds; left > 0; left--) {
    onWait(left, seconds)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  onWait(0, seconds)
}
