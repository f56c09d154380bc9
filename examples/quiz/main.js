// The quiz: which screen comes when. The address says what is played, so that a link, a reload and Back all work.
import { checkAnswer, drawQuestions, listCategories, Refusal } from './api.js'
import { addressOf, readQuiz } from './link.js'
import { showQuestion } from './screens/question.js'
import { showResult } from './screens/result.js'
import { count, show } from './screens/screen.js'
import { showStart } from './screens/start.js'

/** @typedef {import('./link.js').Quiz} Quiz */
/** @typedef {import('./api.js').Page} Page */
/** @typedef {import('./screens/result.js').Given} Given */

/**
 * A quiz with its questions, ready to be played.
 * @typedef {{ quiz: Quiz, page: Page, title: string }} Drawn
 */

/** A faster answer shows no “Loading…”, which would only flicker. */
const LOADING_AFTER_MS = 300

/** Which attempt is the latest: the player may have gone elsewhere before an answer comes. */
let latest = 0

addEventListener('popstate', open)
await open()

/** Shows what the address says: an invitation to the quiz in it, or the start. */
async function open() {
  const quiz = readQuiz(location.search)
  if (quiz) await attempt(() => draw(quiz), showInvitation)
  else await attempt(listSome, (categories) => showStart(categories, start))
}

async function listSome() {
  const categories = await listCategories()
  if (categories.length === 0) throw new Error('The question bank has no questions yet.')
  return categories
}

/**
 * The questions of a quiz, with the seed by which they are drawn again.
 * @param {Quiz} asked
 * @returns {Promise<Drawn>}
 */
async function draw(asked) {
  const [page, categories] = await Promise.all([drawQuestions(asked), listCategories()])
  if (page.questions.length === 0) throw new Refusal('No question fits this quiz any more.')
  const title = categories.find(({ name }) => name === asked.category)?.title ?? asked.category
  return { quiz: { ...asked, seed: page.seed }, page, title }
}

/** @param {Quiz} quiz */
function start(quiz) {
  return attempt(() => draw(quiz), play)
}

/** @param {Drawn} drawn */
function showInvitation(drawn) {
  const { quiz, page, title } = drawn
  const level = quiz.difficulty ? ` (${quiz.difficulty})` : ''
  const part = show('invitation', { title: `${title}: ${count(page.questions.length, 'question')}${level}` })
  part('play').addEventListener('click', () => play(drawn))
  part('home').addEventListener('click', goHome)
}

/**
 * Asks the questions one after the other, and then shows the result.
 * @param {Drawn} drawn
 */
function play(drawn) {
  // Whatever is still asked for comes too late.
  latest += 1
  const { quiz, page, title } = drawn
  const { questions, total, next } = page
  const link = addressOf(quiz)
  if (link !== location.href) history.pushState(null, '', link)
  /** @type {Given[]} */
  const given = questions.map((question) => ({ question }))
  const offset = new URLSearchParams(next?.split('?')[1]).get('offset') ?? undefined
  const finish = () =>
    showResult({
      about: title,
      given,
      link,
      left: offset === undefined ? 0 : total - Number(offset),
      more: () => start({ ...quiz, ...(offset && { offset }) }),
      again: () => play(drawn),
      home: goHome,
    })
  askFrom(0, drawn, given, finish)
}

/**
 * @param {number} index
 * @param {Drawn} drawn
 * @param {Given[]} given
 * @param {() => void} finish
 */
function askFrom(index, drawn, given, finish) {
  const question = drawn.page.questions[index]
  if (!question) return finish()
  showQuestion({
    question,
    about: drawn.title,
    place: index + 1,
    of: given.length,
    score: given.filter(({ check }) => check?.correct).length,
    async check(answer) {
      const check = await checkAnswer(drawn.quiz.category, question.id, answer)
      given[index] = { question, answer, check }
      return check
    },
    next: () => askFrom(index + 1, drawn, given, finish),
  })
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
  const isLatest = () => attempted === latest
  const loading = setTimeout(() => isLatest() && show('loading'), LOADING_AFTER_MS)
  try {
    const answer = await ask()
    if (isLatest()) goOn(answer)
  } catch (error) {
    if (isLatest()) showFailure(/** @type {Error} */ (error), () => attempt(ask, goOn))
  } finally {
    clearTimeout(loading)
  }
}

/**
 * @param {Error} error
 * @param {() => void} retry
 */
function showFailure(error, retry) {
  const part = show('failure', { reason: error.message })
  // What was refused will be refused again.
  if (error instanceof Refusal) {
    part('retry').remove()
    part('home').classList.add('primary')
  } else part('retry').addEventListener('click', retry)
  part('home').addEventListener('click', goHome)
}
