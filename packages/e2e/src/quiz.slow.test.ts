// Tests the example quiz in a browser: keyboard input, accessibility, shared links, errors and the layout. The
// quiz and the questions service have different origins.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sirv from 'sirv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DESKTOP,
  findViolations,
  openPage,
  overflows,
  PHONE,
  saveScreenshot,
  startBrowser,
  type WatchedPage,
} from './browser.ts'
import { ROOT, type RunningService, startService } from './process.ts'
import { press, readFocused, readHeading, waitForScreen } from './quiz-page.ts'

const CAPITALS = [
  'id,question,correct_answer,topic,explanation,source',
  '1,"What is the capital of <Norway> & where is it, “please”?",Oslo,capitals,Oslo has been the <b>seat</b> of government since 1814.,"An atlas, “Norway”"',
  '2,What is the capital of Denmark?,København,capitals,,',
  '',
].join('\n')

let questions: RunningService
let capitals: RunningService
let browser: Browser
let server: Server
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quiz-'))
  writeFileSync(join(folder, 'Refined_Capitals_Questions.csv'), CAPITALS)
  server = serveQuiz()
  ;[questions, capitals, browser] = await Promise.all([
    startService('questions'),
    startService('questions', { QUESTIONS_DIR: folder }),
    startBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([questions?.stop(), capitals?.stop()])
  server?.close()
  rmSync(folder, { recursive: true })
})

const QUIZ = `${ROOT}examples/quiz`

/** Serves the folder of the quiz at `/<port>/`, configured for the questions service at that port, as its README says. */
function serveQuiz(): Server {
  const sendFile = sirv(QUIZ, { dev: true })
  return createServer((request, response) => {
    const [, port, path = ''] = /^\/(\d+)\/([^?]*)/.exec(request.url ?? '') ?? []
    if (path === '') {
      const html = readFileSync(`${QUIZ}/index.html`, 'utf8')
      const type = { 'content-type': 'text/html; charset=utf-8' }
      response.writeHead(200, type).end(html.replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`))
    } else {
      request.url = `/${path}`
      sendFile(request, response)
    }
  }).listen(0, '127.0.0.1')
}

/** Returns the URL of the quiz. `api` is the URL of the questions service. */
const quizUrl = (api: string, query = '') =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/${new URL(api).port}/${query && `?${query.slice(1)}`}`

/** Delays the responses to matching requests until `release` is called. */
async function delayResponses(page: Page, pattern: string) {
  const held: (() => void)[] = []
  await page.route(pattern, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  return {
    waitForRequest: () => expect.poll(() => held.length).toBe(1),
    async release() {
      const received = page.waitForResponse(pattern)
      for (const resolve of held) resolve()
      await (await received).finished()
    },
  }
}

interface ShownQuestion {
  readonly question: string
  readonly options: string[]
}

/**
 * Answers every question with the keyboard until the result is shown. Returns the questions.
 * @param pick returns the number of the option to choose, from 1
 * @param onScreen called after a question or its feedback is shown
 */
async function playThrough(
  watched: WatchedPage,
  pick: (shown: ShownQuestion) => number,
  onScreen: (name: string) => Promise<void> = async () => {},
): Promise<ShownQuestion[]> {
  const { page } = watched
  const all: ShownQuestion[] = []
  for (;;) {
    const options = await page.locator('.options .text').allTextContents()
    const shown = { question: await readHeading(page), options }
    expect(await readFocused(page)).toBe(shown.question)
    all.push(shown)
    if (all.length === 1) await onScreen('question')
    const number = pick(shown)
    // Alternates between the two ways to choose an option: its digit, or Tab and Enter.
    if (all.length % 2 === 0) await press(page, String(number))
    else await press(page, ...Array.from({ length: number }, () => 'Tab'), 'Enter')
    await page.locator('.feedback').waitFor()
    if (all.length <= 2) await onScreen(`answered-${all.length}`)
    const next = await readFocused(page)
    await press(page, 'Enter')
    if (next === 'See your result') return all
    expect(next).toBe('Next question')
    await page.locator('h1', { hasNotText: shown.question }).waitFor()
  }
}

/** Fetches the questions of the quiz in the URL of the page, with their correct answers. */
async function fetchQuestions(
  page: Page,
): Promise<{ question: string; options: string[]; correct_answer: string }[]> {
  const quiz = new URL(page.url()).searchParams
  const query = `limit=${quiz.get('number')}&seed=${quiz.get('seed')}&offset=${quiz.get('offset') ?? 0}`
  const response = await fetch(
    `${questions.url}/api/v1/questions/${quiz.get('category')}?${query}&shuffle_options=true`,
  )
  return ((await response.json()) as { questions: Awaited<ReturnType<typeof fetchQuestions>> }).questions
}

describe.each([
  ['phone', PHONE, 'light'],
  ['desktop', DESKTOP, 'dark'],
] as const)('the quiz on a %s', (device, viewport, colorScheme) => {
  it('can be played with the keyboard alone, without violations of axe-core rules', async () => {
    const watched = await openPage(browser, {
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, errors } = watched
    const hiddenResponses: string[] = []
    page.on('response', async (response) => {
      if (new URL(response.url()).search.includes('answers=hidden'))
        hiddenResponses.push(await response.text())
    })
    const checkScreen = async (name: string) => {
      await saveScreenshot(watched, `quiz-${device}-${name}`, true)
      expect(await findViolations(page), name).toEqual([])
      expect(await overflows(page), name).toBe(false)
    }
    await page.goto(quizUrl(questions.url))
    await waitForScreen(page, 'What do you know?')
    await checkScreen('start')
    // Space selects the second category, an arrow key 5 questions; the difficulty stays “Any”; Enter presses Start.
    await press(page, 'Tab', 'Tab', 'Space', 'Tab', 'Tab', 'Tab', 'Tab', 'ArrowLeft', 'Enter')
    await page.locator('#screen:not(.loading) .options').waitFor()

    const expected = await fetchQuestions(page)
    expect(new URL(page.url()).searchParams.get('category')).toBe('general_knowledge')
    expect(expected).toHaveLength(5)
    // The first answer is incorrect, the others are correct.
    const shown = await playThrough(
      watched,
      ({ question, options }) => {
        const correct = options.indexOf(
          expected.find((other) => other.question === question)?.correct_answer ?? '',
        )
        return question === expected[0]?.question ? ((correct + 1) % 4) + 1 : correct + 1
      },
      checkScreen,
    )
    expect(shown).toEqual(expected.map(({ question, options }) => ({ question, options })))
    await waitForScreen(page, '4 of 5 correct')
    await checkScreen('result')
    expect(await page.locator('.answers .incorrect').textContent()).toContain(
      `Correct answer: ${expected[0]?.correct_answer}`,
    )
    expect(hiddenResponses.length).toBe(1)
    expect(hiddenResponses[0]).not.toContain('correct_answer')

    // Copies the link, then continues with five more questions.
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Enter')
    await page.getByText('Link copied.').first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${page.url()}&score=4`)
    await press(page, ...Array.from({ length: 3 }, () => 'Shift+Tab'))
    expect(await readFocused(page)).toBe('Continue with 5 more questions')
    await press(page, 'Enter')
    await page.locator('#screen:not(.loading) .options').waitFor()
    const more = await playThrough(watched, () => 1)
    expect(new Set([...shown, ...more].map(({ question }) => question)).size).toBe(10)
    expect(errors).toEqual([])
  })
})

describe('a link to a quiz', () => {
  it('shows the mark of each of its subjects', async () => {
    const { page } = await openPage(browser)
    const marks = async () =>
      (await page.locator('.initial').allTextContents()).join(' ') +
      (await page
        .locator('.initial')
        .evaluateAll((all) =>
          all.map((mark) => (mark as { dataset?: { colour?: string } }).dataset?.colour).join(''),
        ))
    await page.goto(quizUrl(questions.url, '&category=mathematics&category=astronomy&number=5&seed=x'))
    await waitForScreen(page, 'Mathematics and Astronomy')
    expect(await marks()).toBe('A M03')
  })

  it('gives the same questions with the same options in the same order', async () => {
    const [first, second] = [await openPage(browser), await openPage(browser, { viewport: PHONE })]
    await first.page.goto(quizUrl(questions.url))
    await first.page.getByLabel('Mathematics').check()
    await first.page.getByLabel('Hard').check()
    await first.page.getByRole('button', { name: 'Start' }).click()
    await first.page.locator('#screen:not(.loading) .options').waitFor()
    const shown = await playThrough(first, () => 2)
    await first.page.locator('.answers').waitFor()
    const link = (await first.page.locator('#link').inputValue()).replace(/&score=\d+$/, '')

    await second.page.goto(link)
    await waitForScreen(second.page, 'Mathematics')
    await second.page.getByText('10 questions, hard', { exact: true }).waitFor()
    await saveScreenshot(second, 'quiz-invitation')
    expect(await findViolations(second.page)).toEqual([])
    await press(second.page, 'Tab', 'Enter')
    await second.page.locator('#screen:not(.loading) .options').waitFor()
    expect(await playThrough(second, () => 3)).toEqual(shown)
    expect(shown).toHaveLength(10)
    expect([...first.errors, ...second.errors]).toEqual([])
  })

  it('works after a reload and with the Back button', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(questions.url))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#screen:not(.loading) .options').waitFor()
    const question = await readHeading(page)
    await page.reload()
    await waitForScreen(page, question)
    await page.goBack()
    await waitForScreen(page, 'What do you know?')
    await page.goForward()
    await waitForScreen(page, question)
  })

  it('says that a quiz with an unknown category is gone, and shows the error message of the questions service', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(quizUrl(questions.url, '&category=astrology&number=10&seed=x'))
    await waitForScreen(watched.page, 'We cannot find this quiz')
    expect(await watched.page.locator('details').textContent()).toContain('got "astrology"')
    await saveScreenshot(watched, 'quiz-error')
    expect(await findViolations(watched.page)).toEqual([])
    await press(watched.page, 'Tab', 'Enter')
    await waitForScreen(watched.page, 'What do you know?')
  })

  it.each([
    ['category=astronomy&number=abc&seed=x', 'limit: expected an integer from 1 to 50, got "abc"'],
    ['category=astronomy&number=&seed=x', 'limit: expected an integer from 1 to 50, got ""'],
    ['category=astronomy&number=5&seed=x&offset=-1', 'offset: expected an integer'],
    ['category=astronomy&number=5&seed=x&offset=9999', 'No questions match this quiz.'],
    ['category=astronomy&number=5&seed=x&difficulty=hardd', 'difficulty: expected one of: '],
  ])('shows an error that cannot be retried for %s', async (query, reason) => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(questions.url, `&${query}`))
    await waitForScreen(page, /^(?:This link does not work|We cannot find this quiz)$/)
    expect(await page.locator('details').textContent()).toContain(reason)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('plays every category, in the quiz that the questions service itself serves', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(`${questions.url}/quiz`)
    await watched.page.getByLabel('20', { exact: true }).check()
    await saveScreenshot(watched, 'quiz-all-categories')
    await watched.page.getByRole('button', { name: 'Start' }).click()
    await watched.page.locator('#screen:not(.loading) .options').waitFor()
    expect(new URL(watched.page.url()).pathname).toBe('/quiz/')
    expect(await playThrough(watched, () => 1)).toHaveLength(20)
    await watched.page.locator('.answers').waitFor()
    expect(watched.errors).toEqual([])
  })

  it('shows the number of questions that are left', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(questions.url, '&category=astronomy&number=5&seed=x&offset=537'))
    await waitForScreen(page, 'Astronomy')
    await page.getByText('1 question', { exact: true }).waitFor()
    await press(page, 'Tab', 'Enter')
    await page.getByText('Question 1 of 1').waitFor()
  })
})

describe('the quiz and the questions service', () => {
  it('shows a text field for a question without options, and does not interpret HTML', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    const { page, errors } = watched
    await page.goto(quizUrl(capitals.url))
    await waitForScreen(page, 'What do you know?')
    await press(page, 'Enter')
    for (let position = 1; position <= 2; position++) {
      await page.getByText(`Question ${position} of 2`).waitFor()
      const isNorway =
        (await readHeading(page)) === 'What is the capital of <Norway> & where is it, “please”?'
      // What is typed while the heading has the focus goes into the field.
      if (position === 1) await press(page, 'Tab')
      await page.keyboard.type(isNorway ? '  oslo ' : 'KØBENHAVN')
      if (position === 1) {
        await saveScreenshot(watched, 'quiz-text-field')
        expect(await findViolations(page)).toEqual([])
      }
      const keys = page.locator('[data-part=keys]')
      expect(await keys.textContent()).toMatch(/^Enter check/)
      await press(page, 'Enter')
      await page.locator('.feedback.correct').waitFor()
      expect(await keys.textContent()).toMatch(/^Enter next/)
      const [, ...texts] = await page.locator('.feedback p').allTextContents()
      const explanation = 'Oslo has been the <b>seat</b> of government since 1814.'
      expect(texts).toEqual(isNorway ? [explanation, 'Source: An atlas, “Norway”'] : [])
      expect(await findViolations(page), `question ${position}`).toEqual([])
      await press(page, 'Enter')
    }
    await waitForScreen(page, '2 of 2 correct')
    expect(await page.locator('.answers .explanation').count()).toBe(1)
    // All questions are answered, so there is nothing to continue with.
    expect(await page.locator('[data-part=continue]').isHidden()).toBe(true)
    expect(errors).toEqual([])
  })

  it('shows an error while the service is down, and works when it is up again', async () => {
    const { page } = await openPage(browser)
    let isDown = true
    await page.route('**/api/v1/**', (route) => (isDown ? route.abort() : route.continue()))
    await page.goto(quizUrl(questions.url))
    await waitForScreen(page, 'The quiz is not reachable')
    expect(await page.locator('details').textContent()).toContain('Is the questions service running?')
    expect(await page.getByRole('button', { name: 'Choose another quiz' }).isVisible()).toBe(false)
    isDown = false
    await press(page, 'Enter')
    await waitForScreen(page, 'What do you know?')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#screen:not(.loading) .options').waitFor()
    isDown = true
    await press(page, '1')
    await page.locator('.feedback', { hasText: 'Your answer did not arrive.' }).waitFor()
    expect(await page.locator('.chosen').textContent()).toBe(
      await page.locator('.options button').first().textContent(),
    )
    expect(await findViolations(page)).toEqual([])
    await press(page, '2')
    await page.locator('li:nth-child(2) .chosen').waitFor()
    await page.locator('.feedback').waitFor()
    isDown = false
    expect(await page.locator('.primary:visible').allTextContents()).toEqual(['Try again'])
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Next question' }).waitFor()
    expect(await page.locator('li:nth-child(2) .badge').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false)
  })

  it('goes on by itself when the service is up again', async () => {
    const { page } = await openPage(browser)
    await page.clock.install()
    let isDown = true
    await page.route('**/api/v1/**', (route) => (isDown ? route.abort() : route.continue()))
    await page.goto(quizUrl(questions.url, '&category=astronomy&number=5&seed=x'))
    await waitForScreen(page, 'The quiz is not reachable')
    await page.clock.runFor(11_000)
    await waitForScreen(page, 'The quiz is not reachable')
    isDown = false
    await page.clock.runFor(5000)
    await waitForScreen(page, 'Astronomy')
  })

  it('asks for an answer when none is typed', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(capitals.url))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#screen:not(.loading) .text-answer').waitFor()
    await page.locator('.text-answer input').fill('  ')
    await page.getByRole('button', { name: 'Check' }).click()
    const note = page.locator('#missing')
    expect(await note.textContent()).toBe('Type an answer first.')
    expect(await note.isVisible()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.type('Bern')
    expect(await note.isVisible()).toBe(false)
  })

  it('sends a typed answer that did not arrive again, or a different one', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(capitals.url))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#screen:not(.loading) .text-answer').waitFor()
    await page.route('**/check?**', (route) => route.abort())
    const primary = page.locator('.primary:visible')
    await page.keyboard.type('Bern')
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await primary.allTextContents()).toEqual(['Try again'])
    expect(await page.locator('[data-part=keys]').textContent()).toMatch(/^Enter retry/)
    await page.locator('.text-answer input').fill('Basel')
    expect(await primary.allTextContents()).toEqual(['Check'])
    expect(await page.locator('.feedback').isVisible()).toBe(false)
    await page.unroute('**/check?**')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('.feedback.incorrect', { hasText: 'Not quite.' }).waitFor()
  })

  it('shows an error when the service does not allow the origin of the quiz', async () => {
    const restricted = await startService('questions', { QUESTIONS_CORS_ORIGIN: 'https://quiz.example' })
    const { page, errors } = await openPage(browser)
    await page.goto(quizUrl(restricted.url))
    await waitForScreen(page, 'The quiz is not reachable')
    expect(errors.join()).toContain('CORS')
    await restricted.stop()
  })

  it('ignores a late response after the player has gone back', async () => {
    const { page } = await openPage(browser)
    await page.clock.install()
    const delayed = await delayResponses(page, '**/questions?category=general_knowledge&**')
    await page.goto(quizUrl(questions.url, '&category=astronomy&number=5&seed=x'))
    await page.getByRole('button', { name: 'Choose another quiz' }).click()
    await waitForScreen(page, 'What do you know?')
    await page.getByLabel('General Knowledge').check()
    const start = page.getByRole('button', { name: 'Start' })
    await start.click()
    await delayed.waitForRequest()
    await page.goBack()
    await waitForScreen(page, 'Astronomy')
    await page.clock.runFor(1000)
    expect(await readHeading(page)).toBe('Astronomy')
    await delayed.release()
    await page.clock.runFor(1000)
    expect(await readHeading(page)).toBe('Astronomy')
    await page.goForward()
    await waitForScreen(page, 'What do you know?')
  })

  it('ignores a late response after the player has started a different quiz', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(questions.url, '&category=astronomy&number=1&seed=x'))
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator('#screen:not(.loading) .options').waitFor()
    const question = await readHeading(page)
    await press(page, '1')
    await page.getByRole('button', { name: 'See your result' }).click()
    await page.locator('.answers').waitFor()
    const delayed = await delayResponses(page, '**/questions?category=astronomy&**')
    await page.evaluate(
      `for (const part of ['continue', 'replay']) document.querySelector('[data-part=' + part + ']').click()`,
    )
    await waitForScreen(page, question)
    await delayed.waitForRequest()
    await delayed.release()
    await press(page, '2')
    await page.getByRole('button', { name: 'See your result' }).waitFor()
    expect(await readHeading(page)).toBe(question)
  })

  it('shows an error for an incomplete response, and can retry', async () => {
    const { page } = await openPage(browser)
    await page.route('**/categories?**', (route) =>
      route.fulfill({ body: '{"categories":[', headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.goto(quizUrl(questions.url))
    await waitForScreen(page, 'The questions cannot be loaded')
    await page.unroute('**/categories?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await waitForScreen(page, 'What do you know?')
  })

  it('shows placeholders while a response is slow', async () => {
    const { page } = await openPage(browser)
    // The time of the page stands still, so that its request does not time out on a busy machine.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    const delayed = await delayResponses(page, '**/categories?**')
    await page.goto(quizUrl(questions.url), { waitUntil: 'commit' })
    await expect
      .poll(async () => {
        await page.clock.runFor(400)
        return page.locator('h1').count()
      })
      .toBe(1)
    await waitForScreen(page, 'Loading…')
    await delayed.waitForRequest()
    await delayed.release()
    await waitForScreen(page, 'What do you know?')
  })

  it('shows the placeholders of a question where the question will be', async () => {
    const { page } = await openPage(browser, { viewport: PHONE, reducedMotion: 'reduce' })
    await page.goto(quizUrl(questions.url))
    await waitForScreen(page, 'What do you know?')
    const delayed = await delayResponses(page, '**/api/v1/questions?**')
    await page.getByRole('button', { name: 'Start' }).click()
    await delayed.waitForRequest()
    await page.locator('.loading [data-part=card]').waitFor()
    const placeOf = async () => (await page.locator('[data-part=card]').boundingBox())?.y
    const place = await placeOf()
    await delayed.release()
    await page.locator('#screen:not(.loading) .options').waitFor()
    expect(await placeOf()).toBe(place)
  })

  it.each([
    ['that the service no longer has', 404, '{"detail":"no such question"}'],
    ['whose correct answer is no option any more', 200, '{"correct":false,"correct_answer":"another one"}'],
  ])('lets the player skip a question %s', async (_, status, body) => {
    const { page } = await openPage(browser)
    await page.goto(quizUrl(questions.url, '&category=astronomy&number=2&seed=x'))
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator('#screen:not(.loading) .options').waitFor()
    await page.route('**/check?**', (route) =>
      route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
    )
    for (let question = 1; question <= 2; question++) {
      await page.getByText(`Question ${question} of 2`).waitFor()
      await press(page, '1')
      await page
        .locator('.feedback', { hasText: 'This question has changed since your round began.' })
        .waitFor()
      // No other answer can be right.
      await press(page, '2')
      expect(await page.locator('.chosen').count()).toBe(0)
      expect(await page.locator('.options [aria-disabled]').count()).toBe(4)
      await page.getByRole('button', { name: 'Skip this question' }).click()
    }
    await waitForScreen(page, 'No answers this time')
    expect(await page.locator('.answers .given-answer').allTextContents()).toEqual(['– Skipped', '– Skipped'])
  })

  it('sends only one answer to a question', async () => {
    const { page } = await openPage(browser)
    const checks: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/check')) checks.push(request.url())
    })
    await page.goto(quizUrl(questions.url))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#screen:not(.loading) .options').waitFor()
    await press(page, '1', '2', '3', '4', '9', '0', 'x')
    await page.getByRole('button', { name: 'Next question' }).waitFor()
    await page.locator('.options button').nth(2).click({ force: true })
    expect(checks).toHaveLength(1)
  })
})

describe('the layout of the quiz', () => {
  const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
  const OPTIONS = [
    WORD,
    'a long option '.repeat(20),
    'שלום, עולם!',
    ...Array.from({ length: 9 }, (_, n) => `no ${n}`),
  ]
  let service: RunningService
  let longFolder: string
  beforeAll(async () => {
    longFolder = mkdtempSync(join(tmpdir(), 'quiz-'))
    const cell = `"${JSON.stringify(OPTIONS).replaceAll('"', '""')}"`
    // A topic has at most 100 characters.
    const rows = [1, 2].map(
      (id) => `${id},"What is ${WORD}?\nThink twice.",${WORD},${cell},${WORD.slice(0, 100)}\n`,
    )
    const header = 'id,question,correct_answer,options,topic\n'
    writeFileSync(join(longFolder, `Refined_${WORD}_Questions.csv`), header + rows.join(''))
    service = await startService('questions', { QUESTIONS_DIR: longFolder })
  })
  afterAll(async () => {
    await service?.stop()
    rmSync(longFolder, { recursive: true })
  })

  it.each([
    [{ width: 320, height: 568 }, '100%'],
    [PHONE, '200%'],
    [DESKTOP, '100%'],
  ])(
    'fits long words and right-to-left text into a viewport of %o at a text size of %s',
    async (viewport, textSize) => {
      const watched = await openPage(browser, { viewport })
      const { page } = watched
      const checkScreen = async (name: string) => {
        await page.evaluate(`document.documentElement.style.fontSize = '${textSize}'`)
        await saveScreenshot(watched, `quiz-long-${viewport.width}-${name}`, true)
        expect(await overflows(page), name).toBe(false)
        expect(await findViolations(page), name).toEqual([])
      }
      await page.goto(quizUrl(service.url))
      await waitForScreen(page, 'What do you know?')
      await checkScreen('start')
      await page.getByRole('button', { name: 'Start' }).click()
      await page.locator('#screen:not(.loading) .options').waitFor()
      await checkScreen('question')
      await page.getByText('no 1', { exact: true }).click()
      await page.getByRole('button', { name: 'Next question' }).waitFor()
      await checkScreen('answered')
      expect(await page.locator('.options .badge').allTextContents()).toHaveLength(2)
      await press(page, 'Enter')
      await page.getByText('Question 2 of 2').waitFor()
      // The digits still work after a click beside the card.
      await page.mouse.click(2, 400)
      await press(page, '1')
      await page.getByRole('button', { name: 'See your result' }).click()
      await page.locator('.answers').waitFor()
      // A second Enter must not lose the result.
      await press(page, 'Enter')
      await page.locator('.answers').waitFor()
      await checkScreen('result')
    },
  )

  /** A script that returns the words of the options that are broken across lines. A break after a hyphen breaks no word. */
  const BROKEN_WORDS = `[...document.querySelectorAll('.options .text')].flatMap((text) =>
    [...text.textContent.matchAll(/[^\\s-]+-?/g)].filter(({ 0: word, index }) => {
      const range = new Range()
      range.setStart(text.firstChild, index)
      range.setEnd(text.firstChild, index + word.length)
      return range.getClientRects().length > 1
    }).map(String))`

  it('breaks no word when an option gets a badge', async () => {
    const watched = await openPage(browser, { viewport: { width: 320, height: 568 } })
    const { page } = watched
    await page.goto(quizUrl(questions.url, '&category=literature&number=20&seed=narrow'))
    await page.getByRole('button', { name: 'Play' }).click()
    for (let question = 1; question <= 20; question++) {
      await page.getByText(`Question ${question} of 20`).waitFor()
      await press(page, '1')
      await page.locator('.feedback').waitFor()
      expect(await page.evaluate(BROKEN_WORDS)).toEqual([])
      await page.locator('[data-part=next]').click()
    }
    await saveScreenshot(watched, 'quiz-narrow')
  })

  it('shows the selected options and the progress in forced-colors mode', async () => {
    const watched = await openPage(browser, {
      viewport: PHONE,
      forcedColors: 'active',
      reducedMotion: 'reduce',
    })
    const { page } = watched
    const readColour = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
    const captureProgress = async () => (await page.locator('.segments').screenshot()).toString('base64')
    await page.goto(quizUrl(questions.url))
    await waitForScreen(page, 'What do you know?')
    await page.getByLabel('Literature').check()
    for (const group of ['.cards', '.chips']) {
      expect(await readColour(`${group} label:has(:checked)`)).not.toBe(
        await readColour(`${group} label:not(:has(:checked))`),
      )
    }
    await saveScreenshot(watched, 'quiz-forced-start', true)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#screen:not(.loading) .options').waitFor()
    const before = await captureProgress()
    // The progress shows the answer, whether it is right or wrong.
    const states = []
    for (const state of ['correct', 'incorrect']) {
      await page.evaluate(`document.querySelector('.segments li').className = '${state}'`)
      states.push(await captureProgress())
    }
    await press(page, '1')
    await page.locator('.feedback').waitFor()
    await saveScreenshot(watched, 'quiz-forced-answered', true)
    expect(new Set([before, ...states]).size).toBe(3)
    await expect.poll(captureProgress, { timeout: 10_000 }).not.toBe(before)
  })
})
