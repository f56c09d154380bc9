// Controls the order of the screens. The URL contains the quiz, so that links, reloads and the Back button
// work.
import { ALL_CATEGORIES, checkAnswer, fetchQuestions, listCategories, PermanentError } from './api.js'
import { buildUrl, readQuiz } from './link.js'
import { showQuestion } from './screens/question.js'
import { showResult } from './screens/result.js'
import { formatCount, formatLabel, show } from './screens/screen.js'
import { showStart } from './screens/start.js'

/** @typedef {import('./link.js').Quiz} Quiz */
/** @typedef {import('./api.js').Page} Page */
/** @typedef {import('./screens/result.js').Outcome} Outcome */

/**
 * A quiz with its questions and the title of its category.
 * @typedef {{ quiz: Quiz, page: Page, title: string }} LoadedQuiz
 */

/** The delay before “Loading…” is shown. Without it, the text would flicker when the response is fast. */
const LOADING_DELAY_MS = 300

/** The number of the latest navigation. A response that belongs to an earlier one is ignored. */
let latestNavigation = 0

addEventListener('popstate', open)
await open()

/** Shows the quiz that the URL contains, or the start screen. */
async function open() {
  const quiz = readQuiz(location.search)
  if (quiz) await navigate(() => loadQuiz(quiz), showInvitation)
  else await navigate(loadCategories, (categories) => showStart(categories, start))
}

async function loadCategories() {
  const categories = await listCategories()
  if (categories.length === 0) throw new Error('The questions service has no questions yet.')
  return categories
}

/**
 * Loads the questions of a quiz. The quiz that is returned always has a seed.
 * @param {Quiz} quiz
 * @returns {Promise<LoadedQuiz>}
 */
async function loadQuiz(quiz) {
  const [page, categories] = await Promise.all([fetchQuestions(quiz), listCategories()])
  if (page.questions.length === 0) throw new PermanentError('No questions match this quiz.')
  const title =
    quiz.category === ALL_CATEGORIES
      ? 'All categories'
      : (categories.find(({ name }) => name === quiz.category)?.title ?? quiz.category)
  return { quiz: { ...quiz, seed: page.seed }, page, title: formatLabel(title) }
}

/** @param {Quiz} quiz */
function start(quiz) {
  return navigate(() => loadQuiz(quiz), play)
}

/** @param {LoadedQuiz} loaded */
function showInvitation(loaded) {
  const { quiz, page, title } = loaded
  const difficulty = quiz.difficulty ? ` (${formatLabel(quiz.difficulty)})` : ''
  const number = formatCount(page.questions.length, 'question')
  const part = show('invitation', { title: `${title}: ${number}${difficulty}` })
  part('play').addEventListener('click', () => play(loaded))
  part('home').addEventListener('click', goHome)
}

/**
 * Shows the questions one after the other, and then the result.
 * @param {LoadedQuiz} loaded
 */
function play(loaded) {
  // A response that is still awaited must not replace this quiz.
  latestNavigation += 1
  const { quiz, page, title } = loaded
  const { questions, total, next } = page
  const link = buildUrl(quiz)
  if (link !== location.href) history.pushState(null, '', link)
  /** @type {Outcome[]} */
  const outcomes = questions.map((question) => ({ question }))
  const offset = new URLSearchParams(next?.split('?')[1]).get('offset') ?? undefined
  const finish = () =>
    showResult({
      title,
      outcomes,
      link,
      remaining: offset === undefined ? 0 : total - Number(offset),
      onContinue: () => start({ ...quiz, ...(offset && { offset }) }),
      onReplay: () => play(loaded),
      onHome: goHome,
    })
  showQuestionAt(0, loaded, outcomes, finish)
}

/**
 * Shows the question at an index, or calls `finish` after the last one. Each answer is stored in `outcomes`.
 * @param {number} index from 0
 * @param {LoadedQuiz} loaded
 * @param {Outcome[]} outcomes
 * @param {() => void} finish
 */
function showQuestionAt(index, loaded, outcomes, finish) {
  const question = loaded.page.questions[index]
  if (!question) return finish()
  showQuestion({
    question,
    title: loaded.title,
    position: index + 1,
    total: outcomes.length,
    score: outcomes.filter(({ check }) => check?.correct).length,
    async check(answer) {
      const check = await checkAnswer(question.category ?? loaded.quiz.category, question.id, answer)
      outcomes[index] = { question, answer, check }
      return check
    },
    onNext: () => showQuestionAt(index + 1, loaded, outcomes, finish),
  })
}

function goHome() {
  history.pushState(null, '', buildUrl())
  return open()
}

/**
 * Loads data and shows the screen for it, or the error screen. Ignores the result when the player has
 * navigated elsewhere in the meantime.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(data: T) => void} showScreen
 */
async function navigate(load, showScreen) {
  latestNavigation += 1
  const navigation = latestNavigation
  const isLatest = () => navigation === latestNavigation
  const timer = setTimeout(() => isLatest() && show('loading'), LOADING_DELAY_MS)
  try {
    const data = await load()
    if (isLatest()) showScreen(data)
  } catch (error) {
    if (isLatest()) showError(/** @type {Error} */ (error), () => navigate(load, showScreen))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {Error} error
 * @param {() => void} retry
 */
function showError(error, retry) {
  const part = show('error', { message: error.message })
  if (error instanceof PermanentError) {
    part('retry').remove()
    part('home').classList.add('primary')
  } else part('retry').addEventListener('click', retry)
  part('home').addEventListener('click', goHome)
}
