// Controls the order of the screens. The URL contains the quiz, so that links, reloads and the Back button work.
import {
  checkAnswer,
  fetchQuestions,
  isHost,
  listCategories,
  listenToWaits,
  listProblems,
  QuizError,
  serviceUrl,
} from './api.js'
import {
  ALL_CATEGORIES,
  buildUrl,
  isChosen,
  markQuestions,
  nameSubjects,
  readChoices,
  readQuiz,
  readScoreToBeat,
} from './link.js'
import {
  hasBegun,
  readProgress,
  readRecords,
  readRound,
  recordAnswer,
  recordScore,
  saveProgress,
} from './memory.js'
import { showEmpty } from './screens/empty.js'
import { showQuestion } from './screens/question.js'
import { showResult } from './screens/result.js'
import {
  createInitial,
  formatCount,
  formatLabel,
  listenToKeys,
  show,
  showLoading,
  showWait,
} from './screens/screen.js'
import { showStart } from './screens/start.js'

/** @typedef {import('./link.js').Quiz} Quiz */
/** @typedef {import('./api.js').Page} Page */
/** @typedef {import('./memory.js').Progress} Progress */

/**
 * A quiz with its questions, the title of its subjects, and all subjects. `hasChanged` tells whether the link was made for
 * other questions. `scoreToBeat` is that of the link.
 * @typedef {{ quiz: Quiz, page: Page, title: string, subjects: import('./api.js').Category[], hasChanged: boolean,
 *   scoreToBeat?: number | undefined }} LoadedQuiz
 */

/** The delay before the placeholders are shown. Without it, they would flicker when the response is fast. */
const LOADING_DELAY_MS = 300
/** How often the service is asked for questions while it has none, or is not reachable. */
const POLL_MS = 5000

/** The number of the latest navigation. A response that belongs to an earlier one is ignored. */
let latestNavigation = 0

// The links of the header are right where the service serves the quiz. Elsewhere they lead to the service.
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('[data-page]')))
  link.href = serviceUrl + link.dataset.page
listenToWaits(showWait)
listenToKeys(() => location.search && goHome())
addEventListener('popstate', open)
await open()

/** Shows the quiz that the URL contains, or the start screen. */
async function open() {
  const quiz = readQuiz(location.search)
  if (!quiz) return navigate('start', loadCategories, showCategories)
  await navigate(
    hasBegun(location.href) ? 'question' : 'invitation',
    () => loadQuiz(quiz),
    (loaded) => {
      const progress = readProgress(buildUrl(loaded.quiz), loaded.page.questions)
      if (progress) play(loaded, progress)
      else showInvitation(loaded)
    },
  )
}

/**
 * Shows the start screen, or what to do while there are no questions.
 * @param {[categories: import('./api.js').Category[], problems: string[]]} loaded
 */
function showCategories([categories, problems]) {
  if (categories.length > 0) {
    const memory = { ...readRecords(), round: readRound() }
    const choices = readChoices(location.search)
    return showStart({ categories, problems: isHost ? problems : [], memory, choices, onStart: start })
  }
  showEmpty(problems)
  const isNew = (/** @type {Parameters<typeof showCategories>[0]} */ [found, reasons]) =>
    found.length > 0 || reasons.join() !== problems.join()
  poll(loadCategories, isNew, showCategories)
}

/** @returns {Promise<Parameters<typeof showCategories>[0]>} */
function loadCategories() {
  return Promise.all([listCategories(), listProblems()])
}

/**
 * Loads data again until it is new, and then shows its screen, unless the player has navigated elsewhere in the meantime.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(data: T) => boolean} isNew
 * @param {(data: T) => void} showScreen
 */
function poll(load, isNew, showScreen) {
  const navigation = latestNavigation
  const timer = setInterval(async () => {
    const data = await load().catch(() => undefined)
    if (navigation === latestNavigation && !(data && isNew(data))) return
    clearInterval(timer)
    if (navigation === latestNavigation && data) showScreen(data)
  }, POLL_MS)
}

/**
 * Loads the questions of a quiz. The quiz that is returned always has a seed and the mark of its questions.
 * @param {Quiz} quiz
 * @returns {Promise<LoadedQuiz>}
 */
async function loadQuiz(quiz) {
  const [page, categories] = await Promise.all([fetchQuestions(quiz), listCategories()])
  if (page.questions.length === 0) throw new QuizError(404, 'No questions match this quiz.')
  const title = formatLabel(nameSubjects(quiz, categories))
  const scoreToBeat = readScoreToBeat(location.search, page.questions.length)
  const set = markQuestions(page.questions)
  return {
    quiz: { ...quiz, seed: page.seed, set },
    page,
    title,
    subjects: categories,
    hasChanged: quiz.set !== undefined && quiz.set !== set,
    ...(scoreToBeat !== undefined && { scoreToBeat }),
  }
}

/** @param {Quiz} quiz */
function start(quiz) {
  return navigate('question', () => loadQuiz(quiz), play)
}

/** @param {LoadedQuiz} loaded */
function showInvitation(loaded) {
  const { quiz, page, title, subjects, hasChanged, scoreToBeat } = loaded
  const difficulty = quiz.difficulty ? `, ${formatLabel(quiz.difficulty).toLowerCase()}` : ''
  const total = page.questions.length
  const summary = `${formatCount(total, 'question')}${difficulty}`
  const texts = scoreToBeat
    ? {
        title: `Your friend got ${scoreToBeat}\u00a0of\u00a0${total}. Can you beat that?`,
        quiz: `${title}: ${summary}`,
        score: `${scoreToBeat}\u2009/\u2009${total}`,
        play: 'Take the challenge',
      }
    : { title, quiz: summary }
  const part = show('invitation', texts)
  part(scoreToBeat ? 'invited' : 'versus').remove()
  part(hasChanged ? 'same' : 'changed').remove()
  if (!scoreToBeat) {
    part('subject').append(
      ...subjects.flatMap(({ name, title }, index) =>
        isChosen(quiz, name) ? createInitial(formatLabel(title), index) : [],
      ),
    )
  }
  part('play').addEventListener('click', () => play(loaded))
  part('home').addEventListener('click', () => goHome())
}

/**
 * The index of the subject of a question. 0 when it is not in the list any more.
 * @param {import('./api.js').Category[]} subjects
 * @param {import('./api.js').Question | undefined} question
 */
function indexOfSubject(subjects, question) {
  return Math.max(
    subjects.findIndex(({ name }) => name === question?.category),
    0,
  )
}

/**
 * Shows the questions one after the other, and then the result.
 * @param {LoadedQuiz} loaded
 * @param {Progress} [progress] that of this quiz before a reload
 */
function play(loaded, progress) {
  // A response that is still awaited must not replace this quiz.
  latestNavigation += 1
  const { quiz, page, title, subjects } = loaded
  const { questions, total, next } = page
  const link = buildUrl(quiz)
  if (link !== location.href) history.pushState(null, '', link)
  /** @type {Progress} */
  const { position, outcomes, record } = progress ?? {
    position: 0,
    outcomes: questions.map((question) => ({ question })),
    record: readRecords().longestStreak,
  }
  const scoreToBeat = loaded.scoreToBeat ?? progress?.scoreToBeat
  const offset = new URLSearchParams(next?.split('?')[1]).get('offset') ?? undefined

  /** @param {number} index from 0 */
  const showAt = (index) => {
    saveProgress(link, { position: index, outcomes, scoreToBeat, record })
    const question = questions[index]
    if (!question) return finish()
    showQuestion({
      outcomes,
      index,
      title: formatLabel(subjects[indexOfSubject(subjects, question)]?.title ?? question.category),
      subject: indexOfSubject(subjects, question),
      async check(answer) {
        const check = await checkAnswer(question, answer)
        outcomes[index] = { question, answer, check }
        recordAnswer(check.correct)
        saveProgress(link, { position: index, outcomes, scoreToBeat, record })
        return check
      },
      onNext: () => showAt(index + 1),
      onLeave: () => goHome(quiz),
    })
  }
  const finish = () => {
    const score = outcomes.filter(({ check }) => check?.correct).length
    const kind = [...quiz.categories, quiz.difficulty, outcomes.length].join(' ')
    showResult({
      title,
      outcomes,
      score,
      scoreToBeat,
      best: recordScore(kind, score),
      record,
      longestStreak: readRecords().longestStreak,
      seed: page.seed,
      link: buildUrl(quiz, score),
      remaining: offset === undefined ? 0 : total - Number(offset),
      onContinue: () => start({ ...quiz, ...(offset && { offset }) }),
      onReplay: () => play({ ...loaded, scoreToBeat }),
      onHome: () => goHome(quiz),
    })
  }
  showAt(position)
}

/**
 * Shows the start screen.
 * @param {Quiz} [quiz] whose choices are made in advance
 */
function goHome(quiz) {
  const { seed, offset, set, ...choices } = quiz ?? {}
  history.pushState(null, '', buildUrl(quiz && /** @type {Quiz} */ (choices)))
  return open()
}

/**
 * Loads data and shows the screen for it, or the error screen. Ignores the result when the player has navigated elsewhere in
 * the meantime.
 * @template T
 * @param {Parameters<typeof showLoading>[0]} screen the screen whose placeholders are shown while the data is loaded
 * @param {() => Promise<T>} load
 * @param {(data: T) => void} showScreen
 */
async function navigate(screen, load, showScreen) {
  latestNavigation += 1
  const navigation = latestNavigation
  const isLatest = () => navigation === latestNavigation
  const timer = setTimeout(() => isLatest() && showLoading(screen, () => goHome()), LOADING_DELAY_MS)
  try {
    const data = await load()
    if (isLatest()) showScreen(data)
  } catch (error) {
    if (!isLatest()) return
    showError(/** @type {QuizError} */ (error), screen, () => navigate(screen, load, showScreen))
    if (/** @type {QuizError} */ (error).kind === 0) poll(load, () => true, showScreen)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {QuizError} error
 * @param {string} screen the screen that cannot be shown
 * @param {() => void} retry
 */
function showError(error, screen, retry) {
  const { title, detail, kind } = error
  const [subject, ...others] = (kind === 404 && readQuiz(location.search)?.categories) || []
  const isNamed = subject !== undefined && subject !== ALL_CATEGORIES && others.length === 0
  const message = isNamed
    ? `The subject “${formatLabel(subject)}” has no such questions here.`
    : error.message
  const part = show('error', { title, message, detail })
  // Without the start screen, there is nothing else to choose.
  part('home').hidden = error.isTemporary && screen === 'start'
  if (error.isTemporary) part('retry').addEventListener('click', retry)
  else {
    part('retry').remove()
    part('home').classList.add('primary')
  }
  part('home').addEventListener('click', () => goHome())
}
