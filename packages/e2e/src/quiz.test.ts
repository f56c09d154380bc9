// The example quiz in a browser, served from another origin than the question bank, as players meet it: on a phone
// and on a desktop, with the keyboard alone, with a question bank that fails, and by the link of a friend.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import sirv from 'sirv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, keepPicture, openPage, PHONE, startBrowser, type WatchedPage } from './browser.ts'
import { ROOT, type RunningService, startService } from './process.ts'

const CAPITALS = [
  'id,question,correct_answer,topic',
  '1,"What is the capital of <Norway> & where is it, “please”?",Oslo,capitals',
  '2,What is the capital of Denmark?,København,capitals',
  '',
].join('\n')

let bank: RunningService
let smallBank: RunningService
let browser: Browser
let server: Server
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quiz-'))
  writeFileSync(join(folder, 'Refined_Capitals_Questions.csv'), CAPITALS)
  server = createServer(sirv(`${ROOT}examples/quiz`, { dev: true })).listen(0, '127.0.0.1')
  ;[bank, smallBank, browser] = await Promise.all([
    startService('questions'),
    startService('questions', { QUESTIONS_DIR: folder }),
    startBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([bank?.stop(), smallBank?.stop()])
  server?.close()
  rmSync(folder, { recursive: true })
})

/** The address of the quiz, asking the given bank. */
const quizAt = (api: string, query = '') =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/?api=${encodeURIComponent(api)}${query}`

/** What axe-core finds wrong, as lines; none of its rules is left out. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document)')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const headingOf = (page: Page) => page.locator('h1').textContent().then(String)
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
/** Whether something is wider than the screen. */
const overflows = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Waits for a screen by its heading, which must have the focus. */
async function reach(page: Page, heading: string | RegExp): Promise<void> {
  await page.locator('h1', { hasText: heading }).waitFor()
  expect(await focused(page)).toMatch(heading)
}

/** Keeps the answers to matching requests back until they are released. */
async function holdBack(page: Page, pattern: string) {
  const held: (() => void)[] = []
  await page.route(pattern, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  return {
    isAsked: () => expect.poll(() => held.length).toBe(1),
    async release() {
      const answered = page.waitForResponse(pattern)
      for (const resolve of held) resolve()
      await (await answered).finished()
    },
  }
}

interface Asked {
  readonly question: string
  readonly options: string[]
}

/** Answers every question with keys until the result is there. `pick` chooses an option's number, from 1. */
async function playThrough(
  watched: WatchedPage,
  pick: (asked: Asked) => number,
  onScreen: (name: string) => Promise<void> = async () => {},
): Promise<Asked[]> {
  const { page } = watched
  const all: Asked[] = []
  for (;;) {
    const options = await page.locator('.options li span:first-child').allTextContents()
    const asked = { question: await headingOf(page), options }
    expect(await focused(page)).toBe(asked.question)
    all.push(asked)
    if (all.length === 1) await onScreen('question')
    const number = pick(asked)
    // Every other question by its number, the others by moving to the option.
    if (all.length % 2 === 0) await press(page, String(number))
    else await press(page, ...Array.from({ length: number }, () => 'Tab'), 'Enter')
    await page.locator('.verdict').waitFor()
    if (all.length <= 2) await onScreen(`answered-${all.length}`)
    const next = await focused(page)
    await press(page, 'Enter')
    if (next === 'See your result') return all
    expect(next).toBe('Next question')
    await page.locator('h1', { hasNotText: asked.question }).waitFor()
  }
}

/** The questions of the quiz in the address, as the bank itself gives them. */
async function questionsOf(
  page: Page,
): Promise<{ question: string; options: string[]; correct_answer: string }[]> {
  const query = new URL(page.url()).searchParams
  const asked = `limit=${query.get('number')}&seed=${query.get('seed')}&offset=${query.get('offset') ?? 0}`
  const answer = await fetch(
    `${bank.url}/api/v1/questions/${query.get('category')}?${asked}&shuffle_options=true`,
  )
  return ((await answer.json()) as { questions: Awaited<ReturnType<typeof questionsOf>> }).questions
}

describe.each([
  ['phone', PHONE, 'light'],
  ['desktop', DESKTOP, 'dark'],
] as const)('the quiz on a %s', (device, viewport, colorScheme) => {
  it('is played from start to end by keyboard alone, with no violation that axe-core knows', async () => {
    const watched = await openPage(browser, {
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, complaints } = watched
    const told: string[] = []
    page.on('response', async (response) => {
      if (new URL(response.url()).search.includes('answers=hidden')) told.push(await response.text())
    })
    const look = async (name: string) => {
      await keepPicture(watched, `quiz-${device}-${name}`, true)
      expect(await findViolations(page), name).toEqual([])
      expect(await overflows(page), name).toBe(false)
    }
    await page.goto(quizAt(bank.url))
    await reach(page, 'What do you know?')
    await look('start')
    // Subject, number, difficulty, Start: the second of each, as an arrow key moves from the first or to it.
    await press(page, 'Tab', 'ArrowRight', 'Tab', 'ArrowLeft', 'Tab', 'Tab', 'Enter')
    await page.locator('.options').waitFor()

    const expected = await questionsOf(page)
    expect(new URL(page.url()).searchParams.get('category')).toBe('general_knowledge')
    expect(expected).toHaveLength(5)
    // The first is answered wrong, the others right.
    const asked = await playThrough(
      watched,
      ({ question, options }) => {
        const right = options.indexOf(
          expected.find((other) => other.question === question)?.correct_answer ?? '',
        )
        return question === expected[0]?.question ? ((right + 1) % 4) + 1 : right + 1
      },
      look,
    )
    expect(asked).toEqual(expected.map(({ question, options }) => ({ question, options })))
    await reach(page, '4 of 5 right')
    await look('result')
    expect(await page.locator('.answers .wrong').textContent()).toContain(
      `Right answer: ${expected[0]?.correct_answer}`,
    )
    expect(told.length).toBe(1)
    expect(told[0]).not.toContain('correct_answer')

    // Copy the link, and go on: five others, none of them twice.
    await press(page, 'Tab', 'Tab', 'Enter')
    await page.locator('.copied', { hasText: 'Link copied.' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
    await press(page, 'Tab', 'Enter')
    await page.locator('.options').waitFor()
    const others = await playThrough(watched, () => 1)
    expect(new Set([...asked, ...others].map(({ question }) => question)).size).toBe(10)
    expect(complaints).toEqual([])
  })
})

describe('the link of a quiz', () => {
  it('gives a friend the same questions with the same options in the same order', async () => {
    const [first, second] = [await openPage(browser), await openPage(browser, { viewport: PHONE })]
    await first.page.goto(quizAt(bank.url))
    await first.page.getByLabel('Mathematics').check()
    await first.page.getByLabel('hard').check()
    await first.page.getByRole('button', { name: 'Start' }).click()
    await first.page.locator('.options').waitFor()
    const asked = await playThrough(first, () => 2)
    await first.page.locator('.answers').waitFor()
    const link = await first.page.locator('#link').inputValue()

    await second.page.goto(link)
    await reach(second.page, 'Mathematics: 10 questions (hard)')
    await keepPicture(second, 'quiz-invitation')
    expect(await findViolations(second.page)).toEqual([])
    await press(second.page, 'Tab', 'Enter')
    await second.page.locator('.options').waitFor()
    expect(await playThrough(second, () => 3)).toEqual(asked)
    expect(asked).toHaveLength(10)
    expect([...first.complaints, ...second.complaints]).toEqual([])
  })

  it('survives Back and a reload', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizAt(bank.url))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.options').waitFor()
    const question = await headingOf(page)
    await page.reload()
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator('.options').waitFor()
    expect(await headingOf(page)).toBe(question)
    await page.goBack()
    await reach(page, 'What do you know?')
    await page.goForward()
    await reach(page, 'Astronomy: 10 questions')
  })

  it('to something that is not there says what is wrong, in the words of the question bank', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(quizAt(bank.url, '&category=astrology&number=10&seed=x'))
    await reach(watched.page, 'That did not work')
    expect(await watched.page.getByRole('alert').textContent()).toContain('got "astrology"')
    await keepPicture(watched, 'quiz-failure')
    expect(await findViolations(watched.page)).toEqual([])
    await press(watched.page, 'Tab', 'Enter')
    await reach(watched.page, 'What do you know?')
  })

  it.each([
    ['category=astronomy&number=abc&seed=x', 'limit: expected an integer from 1 to 50, got "abc"'],
    ['category=astronomy&number=&seed=x', 'limit: expected an integer from 1 to 50, got ""'],
    ['category=astronomy&number=5&seed=x&offset=-1', 'offset: expected an integer'],
    ['category=astronomy&number=5&seed=x&offset=9999', 'No question fits this quiz any more.'],
    ['category=astronomy&number=5&seed=x&difficulty=hardd', 'No question fits this quiz any more.'],
  ])('with %s is told apart from a quiz', async (query, reason) => {
    const { page } = await openPage(browser)
    await page.goto(quizAt(bank.url, `&${query}`))
    await reach(page, 'That did not work')
    expect(await page.getByRole('alert').textContent()).toContain(reason)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('promises as many questions as there are', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizAt(bank.url, '&category=astronomy&number=5&seed=x&offset=350'))
    await reach(page, 'Astronomy: 1 question')
    await press(page, 'Tab', 'Enter')
    await page.getByText('Question 1 of 1').waitFor()
  })
})

describe('the quiz and a question bank', () => {
  it('whose questions have no options takes a written answer, and shows texts as texts', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    const { page, complaints } = watched
    await page.goto(quizAt(smallBank.url))
    await reach(page, 'What do you know?')
    await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
    for (const [place, answer] of ['  oslo ', 'KØBENHAVN'].entries()) {
      await page.getByText(`Question ${place + 1} of 2`).waitFor()
      const isNorway = (await headingOf(page)) === 'What is the capital of <Norway> & where is it, “please”?'
      await press(page, 'Tab')
      await page.keyboard.type(isNorway ? '  oslo ' : 'KØBENHAVN')
      if (place === 0) {
        await keepPicture(watched, 'quiz-written')
        expect(await findViolations(page)).toEqual([])
      }
      await press(page, 'Enter')
      await page.getByText('Right!').first().waitFor()
      expect(await findViolations(page), answer).toEqual([])
      await press(page, 'Enter')
    }
    await reach(page, '2 of 2 right')
    expect(await page.getByRole('button', { name: /Go on with/ }).isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })

  it('that is down says so, and goes on once it is back', async () => {
    const { page } = await openPage(browser)
    let isDown = true
    await page.route('**/api/v1/**', (route) => (isDown ? route.abort() : route.continue()))
    await page.goto(quizAt(bank.url))
    await reach(page, 'That did not work')
    expect(await page.getByRole('alert').textContent()).toContain('Is it running?')
    isDown = false
    await press(page, 'Tab', 'Enter')
    await reach(page, 'What do you know?')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.options').waitFor()
    isDown = true
    await press(page, '1')
    await page.locator('.verdict', { hasText: 'Answer again' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    isDown = false
    await press(page, '1')
    await page.getByRole('button', { name: 'Next question' }).waitFor()
  })

  it('that lets no other origin read is not read', async () => {
    const closed = await startService('questions', { QUESTIONS_CORS_ORIGIN: 'https://quiz.example' })
    const { page, complaints } = await openPage(browser)
    await page.goto(quizAt(closed.url))
    await reach(page, 'That did not work')
    expect(complaints.join()).toContain('CORS')
    await closed.stop()
  })

  it('that is slow cannot bring back a screen that was left', async () => {
    const { page } = await openPage(browser)
    await page.clock.install()
    const draw = await holdBack(page, '**/questions/general_knowledge?**')
    await page.goto(quizAt(bank.url, '&category=astronomy&number=5&seed=x'))
    await page.getByRole('button', { name: 'Choose another quiz' }).click()
    await reach(page, 'What do you know?')
    await page.getByLabel('General Knowledge').check()
    const start = page.getByRole('button', { name: 'Start' })
    await start.click()
    await draw.isAsked()
    await page.goBack()
    await reach(page, 'Astronomy: 5 questions')
    await page.clock.runFor(1000)
    expect(await headingOf(page)).toBe('Astronomy: 5 questions')
    await draw.release()
    await page.clock.runFor(1000)
    expect(await headingOf(page)).toBe('Astronomy: 5 questions')
    await page.goForward()
    await reach(page, 'What do you know?')
  })

  it('that is slow cannot take a quiz away that was begun meanwhile', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizAt(bank.url, '&category=astronomy&number=1&seed=x'))
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator('.options').waitFor()
    const question = await headingOf(page)
    await press(page, '1')
    await page.getByRole('button', { name: 'See your result' }).click()
    await page.locator('.answers').waitFor()
    const draw = await holdBack(page, '**/questions/astronomy?**')
    await page.evaluate(
      `for (const part of ['more', 'again']) document.querySelector('[data-part=' + part + ']').click()`,
    )
    await reach(page, question)
    await draw.isAsked()
    await draw.release()
    await press(page, '2')
    await page.getByRole('button', { name: 'See your result' }).waitFor()
    expect(await headingOf(page)).toBe(question)
  })

  it('whose answer is cut off can be asked again', async () => {
    const { page } = await openPage(browser)
    await page.route('**/categories?**', (route) =>
      route.fulfill({ body: '{"categories":[', headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.goto(quizAt(bank.url))
    await reach(page, 'That did not work')
    await page.unroute('**/categories?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await reach(page, 'What do you know?')
  })

  it('that is slow says that it is asked', async () => {
    const { page } = await openPage(browser)
    await page.clock.install()
    const list = await holdBack(page, '**/categories?**')
    await page.goto(quizAt(bank.url), { waitUntil: 'commit' })
    await expect
      .poll(async () => {
        await page.clock.runFor(400)
        return page.locator('h1').count()
      })
      .toBe(1)
    await reach(page, 'Loading…')
    await list.release()
    await reach(page, 'What do you know?')
  })

  it('that no longer has a question lets the player go on without it', async () => {
    const { page } = await openPage(browser)
    await page.goto(quizAt(bank.url, '&category=astronomy&number=2&seed=x'))
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator('.options').waitFor()
    const gone = {
      status: 404,
      contentType: 'application/problem+json',
      body: '{"detail":"no such question"}',
    }
    await page.route('**/check?**', (route) =>
      route.fulfill({ ...gone, headers: { 'access-control-allow-origin': '*' } }),
    )
    for (let question = 1; question <= 2; question++) {
      await page.getByText(`Question ${question} of 2`).waitFor()
      await press(page, '1')
      await page.locator('.verdict', { hasText: 'no such question' }).waitFor()
      await page.getByRole('button', { name: 'Go on without an answer' }).click()
    }
    await reach(page, '0 of 2 right')
    expect(await page.locator('.answers .said').allTextContents()).toEqual([
      '– Not answered',
      '– Not answered',
    ])
  })

  it('that has no question at all says so', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'quiz-'))
    const service = await startService('questions', { QUESTIONS_DIR: empty })
    const { page } = await openPage(browser)
    await page.goto(quizAt(service.url))
    await reach(page, 'That did not work')
    expect(await page.getByRole('alert').textContent()).toBe('The question bank has no questions yet.')
    await service.stop()
    rmSync(empty, { recursive: true })
  })

  it('counts an answer once, however often it is given', async () => {
    const { page } = await openPage(browser)
    const checks: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/check')) checks.push(request.url())
    })
    await page.goto(quizAt(bank.url))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.options').waitFor()
    await press(page, '1', '2', '3', '4', '9', '0', 'x')
    await page.getByRole('button', { name: 'Next question' }).waitFor()
    await page.locator('.options button').nth(2).click({ force: true })
    expect(checks).toHaveLength(1)
  })
})

describe('the quiz with texts that no designer thought of', () => {
  const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
  const OPTIONS = [
    WORD,
    'a long option '.repeat(20),
    'שלום, עולם!',
    ...Array.from({ length: 9 }, (_, n) => `no ${n}`),
  ]
  let service: RunningService
  let odd: string
  beforeAll(async () => {
    odd = mkdtempSync(join(tmpdir(), 'quiz-'))
    const cell = `"${JSON.stringify(OPTIONS).replaceAll('"', '""')}"`
    const rows = [1, 2].map((id) => `${id},"What is ${WORD}?\nThink twice.",${WORD},${cell},${WORD}\n`)
    const header = 'id,question,correct_answer,options,topic\n'
    writeFileSync(join(odd, `Refined_${WORD}_Questions.csv`), header + rows.join(''))
    service = await startService('questions', { QUESTIONS_DIR: odd })
  })
  afterAll(async () => {
    await service?.stop()
    rmSync(odd, { recursive: true })
  })

  it.each([
    [{ width: 320, height: 568 }, '100%'],
    [PHONE, '200%'],
    [DESKTOP, '100%'],
  ])('fits a screen of %o at a text size of %s', async (viewport, textSize) => {
    const watched = await openPage(browser, { viewport })
    const { page } = watched
    const look = async (name: string) => {
      await page.evaluate(`document.documentElement.style.fontSize = '${textSize}'`)
      await keepPicture(watched, `quiz-odd-${viewport.width}-${name}`, true)
      expect(await overflows(page), name).toBe(false)
      expect(await findViolations(page), name).toEqual([])
    }
    await page.goto(quizAt(service.url))
    await reach(page, 'What do you know?')
    await look('start')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.options').waitFor()
    await look('question')
    await page.getByText('no 1', { exact: true }).click()
    await page.getByRole('button', { name: 'Next question' }).waitFor()
    await look('answered')
    expect(await page.locator('.options .mark').allTextContents()).toHaveLength(2)
    await press(page, 'Enter')
    await page.getByText('Question 2 of 2').waitFor()
    // The digits work also after a click beside the options.
    await page.locator('.about').click()
    await press(page, '1')
    await page.getByRole('button', { name: 'See your result' }).click()
    await page.locator('.answers').waitFor()
    await look('result')
  })

  /** The words of the options that stand on more than one line. */
  const BROKEN_WORDS = `[...document.querySelectorAll('.options .text')].flatMap((text) =>
    [...text.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
      const range = new Range()
      range.setStart(text.firstChild, index)
      range.setEnd(text.firstChild, index + word.length)
      return range.getClientRects().length > 1
    }).map(String))`

  it('never breaks a word for the sake of a mark', async () => {
    const watched = await openPage(browser, { viewport: { width: 320, height: 568 } })
    const { page } = watched
    await page.goto(quizAt(bank.url, '&category=literature&number=20&seed=narrow'))
    await page.getByRole('button', { name: 'Play' }).click()
    for (let question = 1; question <= 20; question++) {
      await page.getByText(`Question ${question} of 20`).waitFor()
      await press(page, '1')
      await page.locator('.verdict').waitFor()
      expect(await page.evaluate(BROKEN_WORDS)).toEqual([])
      await page.locator('[data-part=next]').click()
    }
    await keepPicture(watched, 'quiz-narrow')
  })

  it('shows what is chosen, and how far one is, in the colours of the system too', async () => {
    const watched = await openPage(browser, { viewport: PHONE, forcedColors: 'active' })
    const { page } = watched
    const colourOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
    const pictureOfProgress = async () => (await page.locator('progress').screenshot()).toString('base64')
    await page.goto(quizAt(bank.url))
    await reach(page, 'What do you know?')
    for (const group of ['.cards', '.chips']) {
      expect(await colourOf(`${group} label:has(:checked)`)).not.toBe(
        await colourOf(`${group} label:not(:has(:checked))`),
      )
    }
    await keepPicture(watched, 'quiz-forced-start', true)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.options').waitFor()
    const before = await pictureOfProgress()
    await press(page, '1')
    await page.locator('.verdict').waitFor()
    await keepPicture(watched, 'quiz-forced-answered', true)
    expect(await pictureOfProgress()).not.toBe(before)
  })
})
