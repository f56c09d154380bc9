// The quiz: which screen comes when. The address says what is played, so that a link, a reload and Back all work.
import { checkAnswer, drawQuestions, listCategories } from './api.js'
import { addressOf, readQuiz } from './link.js'
import { showQuestion } from './screens/question.js'
import { showResult } from './screens/result.js'
import { show } from './screens/screen.js'
import { showStart } from './screens/start.js'

/** @typedef {import('./link.js').Quiz} Quiz */

/** A faster answer shows no “Loading…”, which would only flicker. */
const LOADING_AFTER_MS = 300

/** Which attempt is the latest: the player may have gone elsewhere before an answer comes. */
let latest = 0

addEventListener('popstate', open)
await open()

/** Shows what the address says: an invitation to the quiz in it, or the start. */
async function open() {
  const quiz = readQuiz(location.search)
  await attempt(listCategories, (categories) => {
    if (quiz) showInvitation(quiz, titleOf(quiz, categories))
    else showStart(categories, play)
  })
}

/**
 * @param {Quiz} quiz
 * @param {string} title
 */
function showInvitation(quiz, title) {
  const level = quiz.difficulty ? ` (${quiz.difficulty})` : ''
  const part = show('invitation', { title: `${title}: ${quiz.number} questions${level}` })
  part('play').addEventListener('click', () => play(quiz))
  part('home').addEventListener('click', goHome)
}

/**
 * Draws the questions and asks them one after the other.
 * @param {Quiz} asked
 */
async function play(asked) {
  const draw = () => Promise.all([drawQuestions(asked), listCategories()])
  await attempt(draw, ([page, categories]) => {
    const { questions, seed, total, next } = page
    const quiz = { ...asked, seed }
    if (addressOf(quiz) !== location.href) history.pushState(null, '', addressOf(quiz))
    const about = titleOf(quiz, categories)
    const end = quiz.offset + questions.length
    const left = next === null ? 0 : total - end
    askInTurn(quiz, about, questions, (given) =>
      showResult({
        about,
        given,
        link: addressOf(quiz),
        left,
        more: () => play({ ...quiz, offset: end }),
        again: () => play(quiz),
        home: goHome,
      }),
    )
  })
}

/**
 * @param {Quiz} quiz
 * @param {string} about
 * @param {import('./api.js').Question[]} questions
 * @param {(given: import('./screens/result.js').Given[]) => void} finish
 */
function askInTurn(quiz, about, questions, finish) {
  /** @type {import('./screens/result.js').Given[]} */
  const given = []
  const askNext = () => {
    const question = questions[given.length]
    if (!question) return finish(given)
    showQuestion({
      question,
      about,
      place: given.length + 1,
      of: questions.length,
      score: given.filter(({ check }) => check.correct).length,
      async check(answer) {
        const check = await checkAnswer(quiz.category, question.id, answer)
        given.push({ question, answer, check })
        return check
      },
      next: askNext,
    })
  }
  askNext()
}

function goHome() {
  history.pushState(null, '', addressOf())
  return open()
}

/**
 * Asks the question bank and goes on, or says why not and lets the player try again.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(answer: T) => void} goOn
 */
async function attempt(ask, goOn) {
  latest += 1
  const attempted = latest
  const loading = setTimeout(() => show('loading'), LOADING_AFTER_MS)
  try {
    const answer = await ask()
    clearTimeout(loading)
    if (attempted === latest) goOn(answer)
  } catch (error) {
    clearTimeout(loading)
    if (attempted === latest) showFailure(/** @type {Error} */ (error), () => attempt(ask, goOn))
  }
}

/**
 * @param {Error} error
 * @param {() => void} retry
 */
function showFailure(error, retry) {
  const part = show('failure', { reason: error.message })
  part('retry').addEventListener('click', retry)
  part('home').addEventListener('click', goHome)
}

/**
 * @param {Quiz} quiz
 * @param {import('./api.js').Category[]} categories
 */
function titleOf({ category }, categories) {
  return categories.find(({ name }) => name === category)?.title ?? category
}
