// Asks the question bank. Whatever goes wrong becomes an Error whose message can be shown to the player.
import { writeQuery } from './link.js'

/** @typedef {{ id: string, question: string, options?: string[], difficulty?: string, topic?: string }} Question */
/** @typedef {{ name: string, title: string, questions: number, difficulty: Record<string, number> }} Category */
/** @typedef {{ seed: string, total: number, questions: Question[], next: string | null }} Page */
/** @typedef {{ correct: boolean, correct_answer: string }} Check */

const TIMEOUT_MS = 10_000

/** A failure that will be the same when it is tried again. */
export class Refusal extends Error {}

/** Where the question bank is. */
export const bank = readAddress().replace(/\/+$/, '')

function readAddress() {
  const asked = new URLSearchParams(location.search).get('api')
  const meta = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="question-bank"]'))
  return asked ?? meta.content
}

/**
 * The categories there are.
 * @returns {Promise<Category[]>}
 */
export async function listCategories() {
  return (await ask('categories')).categories
}

/**
 * The questions of a quiz, without their answers; a quiz without a seed gets one.
 * @param {import('./link.js').Quiz} quiz
 * @returns {Promise<Page>}
 */
export function drawQuestions({ category, number, seed, difficulty, offset }) {
  return ask(`questions/${encodeURIComponent(category)}`, {
    limit: number,
    seed,
    difficulty,
    offset,
    answers: 'hidden',
    shuffle_options: 'true',
  })
}

/**
 * Whether an answer is right.
 * @param {string} category
 * @param {string} id
 * @param {string} answer
 * @returns {Promise<Check>}
 */
export function checkAnswer(category, id, answer) {
  return ask(`questions/${encodeURIComponent(category)}/${encodeURIComponent(id)}/check`, { answer })
}

/**
 * @param {string} path
 * @param {Record<string, string | undefined>} [query]
 */
async function ask(path, query = {}) {
  const answer = await fetch(`${bank}/api/v1/${path}?${writeQuery(query)}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`The question bank at ${bank} does not answer. Is it running?`)
  })
  const body = await answer.json().catch(() => undefined)
  if (!body) throw new Error(`The question bank at ${bank} sent something that is no answer.`)
  if (answer.ok) return body
  // RFC 9457: `detail` says what was expected and what came.
  const message = `The question bank says: ${body.detail ?? answer.status}`
  throw answer.status < 500 && answer.status !== 429 ? new Refusal(message) : new Error(message)
}
