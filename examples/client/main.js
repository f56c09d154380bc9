// Shows all easy questions of a category with their answers. The query parameters of the page are `api`, the URL of the
// questions service, `category` and `seed`.
import { createQuestionsClient, InvalidResponseError, NetworkError, QuestionsError } from '@qb/client'

const parameters = new URLSearchParams(location.search)
const { questions } = createQuestionsClient({ baseUrl: parameters.get('api') ?? 'http://127.0.0.1:8000' })
const status = /** @type {HTMLElement} */ (document.querySelector('[role=status]'))
const list = /** @type {HTMLElement} */ (document.querySelector('dl'))

try {
  const category = parameters.get('category') ?? 'astronomy'
  const seed = parameters.get('seed') ?? undefined
  for await (const { question, correct_answer } of questions(category, { seed, difficulty: 'easy' })) {
    list.append(createElement('dt', question), createElement('dd', correct_answer))
    status.textContent = `${list.children.length / 2} cards`
  }
} catch (error) {
  status.textContent = describe(error)
}

/**
 * @param {string} name
 * @param {string} text
 */
function createElement(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof QuestionsError && error.code === 'unknown-category') return `No cards: ${error.detail}`
  if (error instanceof NetworkError || error instanceof InvalidResponseError) {
    return 'The questions service does not respond. Is it running?'
  }
  throw error
}
