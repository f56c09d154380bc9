// Tests what makes a player come back to the quiz: sets that survive a reload, challenges, records, several subjects, and
// screens that help when something is missing. The questions service serves the quiz.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
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
import { press, readHeading, waitForScreen } from './quiz-page.ts'

/** Three subjects: 30 easy animals, 7 birds, one fish. The first option of each question is the correct answer. */
const SUBJECTS = { animals: 30, birds: 7, fish: 1 }

let folder: string
let service: RunningService
let browser: Browser
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quiz-'))
  for (const [name, size] of Object.entries(SUBJECTS)) {
    const rows = Array.from({ length: size }, (_, row) => {
      const level = row % 3 === 0 ? 'easy' : 'hard'
      return `${name}-${row},Which ${name} is ${row}?,Right ${row},"['Right ${row}','Wrong ${row}']",${level},"Book of ${name}, ${row}"`
    })
    const header = 'id,question,correct_answer,options,difficulty,source'
    writeFileSync(join(folder, `${name}.csv`), [header, ...rows, ''].join('\n'))
  }
  ;[service, browser] = await Promise.all([
    startService('questions', { QUESTIONS_DIR: folder }),
    startBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(folder, { recursive: true })
})

/** Opens the quiz as a player whom this browser does not know yet. */
async function openQuiz(query = '', options: Parameters<typeof openPage>[1] = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, { viewport: PHONE, ...options })
  await watched.page.goto(`${service.url}/openapi.json`)
  await watched.page.evaluate('localStorage.clear()')
  await watched.page.goto(`${service.url}/quiz/${query}`)
  await watched.page.locator('#screen:not(.loading) .card:not(.blank)').waitFor()
  return watched
}

const press1 = async (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Answers the questions that are left. `isRight` decides for each question, from 0. */
async function playOn(page: Page, isRight: (index: number) => boolean): Promise<void> {
  for (let index = 0; ; index++) {
    const question = await readHeading(page)
    await page.locator('.options button', { hasText: isRight(index) ? /^Right/ : /^Wrong/ }).click()
    const next = page.locator('[data-part=next]')
    await next.waitFor()
    const isLast = (await next.textContent()) === 'See your result'
    await next.click()
    if (isLast) return void (await page.locator('.answers').waitFor())
    await page.locator('h1', { hasNotText: question }).waitFor()
  }
}

describe('the choice of a set', () => {
  it('mixes the subjects that the player picks, and no others', async () => {
    const { page, errors } = await openQuiz()
    await page.getByLabel('Birds').check()
    await page.getByLabel('Fish').check()
    await page.getByText('8 questions from Birds and Fish').waitFor()
    await page.getByLabel('All 8').check()
    await press1(page, 'Start')
    await page.getByText('Question 1 of 8').waitFor()
    await playOn(page, () => true)
    const questions = await page.locator('.answers .question').allTextContents()
    expect(questions.filter((text) => text.startsWith('Which birds'))).toHaveLength(7)
    expect(questions.filter((text) => text.startsWith('Which fish'))).toHaveLength(1)
    expect(new URL(page.url()).searchParams.getAll('category')).toEqual(['birds', 'fish'])
    expect(errors).toEqual([])
  })

  it.each([
    ['Animals', '', ['5', '10', '20', 'All 30'], '10 questions from Animals'],
    ['Animals', 'Easy', ['5', 'All 10'], '10 questions from Animals, easy'],
    ['Birds', '', ['5', 'All 7'], '7 questions from Birds'],
    ['Birds', 'Easy', ['All 3'], '3 questions from Birds, easy'],
    ['Fish', '', ['All 1'], '1 question from Fish'],
    ['', 'Hard', ['5', '10', '20', 'All 24'], '10 questions from all subjects, hard'],
  ])('offers the numbers that %j %j has', async (subject, level, numbers, summary) => {
    const { page } = await openQuiz()
    if (subject) await page.getByLabel(subject).check()
    if (level) await page.getByLabel(level).check()
    const chips = page.locator('[data-part=numbers] label span')
    await expect.poll(() => chips.allTextContents()).toEqual(numbers)
    expect(await page.locator('[data-part=summary]').textContent()).toBe(summary)
  })

  it('counts the questions of the chosen difficulty on the cards', async () => {
    const { page } = await openQuiz()
    const notes = page.locator('[data-part=categories] small')
    expect(await notes.allTextContents()).toEqual(['30 questions', '7 questions', '1 question'])
    await page.getByLabel('Hard').check()
    await expect
      .poll(() => notes.allTextContents())
      .toEqual(['20 of 30 questions', '4 of 7 questions', '0 of 1 question'])
  })

  it.each([
    ['?category=birds', '7 questions from Birds'],
    ['?category=birds&category=fish&number=5', '5 questions from Birds and Fish'],
    ['?category=animals&difficulty=easy&number=5', '5 questions from Animals, easy'],
    ['?category=*&number=20', '20 questions from all subjects'],
    ['?category=birds&difficulty=nope&number=1000', '7 questions from Birds'],
  ])('is made in advance by the link %s', async (search, summary) => {
    const { page } = await openQuiz(search)
    await waitForScreen(page, 'What do you know?')
    expect(await page.locator('[data-part=summary]').textContent()).toBe(summary)
  })

  it('is there again for a player who leaves the round', async () => {
    const { page } = await openQuiz('?category=birds&number=5')
    await press1(page, 'Start')
    await page.getByText('Question 1 of 5').waitFor()
    await page.getByRole('button', { name: 'Leave the quiz' }).click()
    await page.getByText('5 questions from Birds').waitFor()
  })

  it('names the subject of a link that is not served', async () => {
    const { page } = await openQuiz('?category=nope')
    await page.getByText('There is no subject “nope”. Choose one of these.').waitFor()
    expect(await page.locator('[data-part=summary]').textContent()).toBe('10 questions from all subjects')
  })

  it('can be made with the digits and Enter alone, and left with Escape', async () => {
    const { page } = await openQuiz()
    await press(page, '2')
    expect(await page.getByLabel('Birds').isChecked()).toBe(true)
    await press(page, 'Enter')
    await page.getByText('Question 1 of 7').waitFor()
    await press(page, '1')
    await page.locator('.feedback').waitFor()
    await press(page, 'Escape')
    await waitForScreen(page, 'What do you know?')
    // Escape leaves the quiz, not the page.
    await press(page, 'Escape')
    expect(new URL(page.url()).pathname).toBe('/quiz/')
  })

  it('is left with a button, and the Back button of the browser continues it', async () => {
    const { page } = await openQuiz()
    await press(page, 'Enter')
    await page.getByText('Question 1 of').waitFor()
    await press(page, '1')
    await page.locator('.feedback').waitFor()
    await page.getByRole('button', { name: 'Leave the quiz' }).click()
    await waitForScreen(page, 'What do you know?')
    await page.goBack()
    await page.locator('.feedback').waitFor()
    await page.getByRole('button', { name: 'Leave the quiz' }).click()
    await page.getByRole('link', { name: 'Continue your round All subjects, question 2 of' }).click()
    await page.getByText('Question 2 of').waitFor()
  })

  it('has a QR code below its questions, where other devices can open the page', async () => {
    const { page } = await openQuiz()
    await press(page, 'Enter')
    await page.locator('#screen:not(.loading) .options').waitFor()
    expect(await page.getByText('Invite others').isVisible()).toBe(false)
    const LAN = 'http://192.0.2.7:8000'
    await page.route(`${LAN}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(LAN, service.url) })
      await route.fulfill({ response })
    })
    await page.goto(`${LAN}/quiz/`)
    await page.locator('#screen:not(.loading) .card:not(.blank)').waitFor()
    await press(page, 'Enter')
    await page.getByText('Invite others').click()
    await page.getByRole('img', { name: 'QR code of this round' }).waitFor()
    const readImage = <T>(member: string) =>
      page.evaluate<T>(`document.querySelector('[data-part=code]').${member}`)
    await expect.poll(() => readImage<number>('naturalWidth')).toBeGreaterThan(0)
    const source = new URL(await readImage<string>('src'))
    expect(source.pathname + source.search).toBe(`/quiz/qr.svg${new URL(page.url()).search}`)
    const VIEW =
      '(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector("[data-part=code]").getBoundingClientRect())'
    await expect.poll(() => page.evaluate<boolean>(VIEW)).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await page.locator('.invite').getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied. Send it to a friend.').first().waitFor()
    expect(await page.locator('.invite input').inputValue()).toBe(page.url())
    // Escape closes it, and leaves the quiz only then. On a wide screen the question stays in view.
    await press(page, 'Escape')
    expect(await page.locator('.invite[open]').count()).toBe(0)
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.getByText('Invite others').click()
    await expect.poll(() => page.evaluate<boolean>(VIEW)).toBe(true)
    expect((await page.locator('h1').boundingBox())?.y).toBeGreaterThan(0)
    await page.locator('.options button').first().click()
    await page.locator('[data-part=next]').click()
    await page.getByText('Question 2 of').waitFor()
    await page.getByText('Invite others').click()
    await page.getByText(`${LAN}/quiz/`).waitFor()
    // Without HTTPS, the page has no clipboard.
    await page.goto(`${LAN}/quiz/?category=birds&number=1&seed=a`)
    await page.locator('[data-part=play]').click()
    await playOn(page, () => true)
    expect(await page.evaluate('navigator.clipboard')).toBe(undefined)
    await press1(page, 'Copy link')
    await page.getByRole('button', { name: 'Copied ✓' }).waitFor()
  })

  it('does not move the question when its answer is shown', async () => {
    const { page } = await openQuiz('', { reducedMotion: 'reduce' })
    await press(page, 'Enter')
    const question = page.locator('[data-part=question]')
    await question.waitFor()
    const before = await question.boundingBox()
    await page.locator('.options button').first().click()
    await page.locator('.feedback').waitFor()
    expect((await question.boundingBox())?.y).toBe(before?.y)
  })

  it('keeps Start in reach of a thumb, however many subjects there are', async () => {
    const { page } = await openQuiz('', { viewport: { width: 390, height: 420 } })
    const { y = 0, height = 0 } = (await page.getByRole('button', { name: 'Start' }).boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThanOrEqual(420)
  })
})

describe('a set in progress', () => {
  it('survives a reload at every step, with the answers so far', async () => {
    const { page } = await openQuiz('?category=birds&number=3&seed=x')
    await press1(page, 'Play')
    await page.locator('.options button', { hasText: /^Wrong/ }).click()
    await page.locator('[data-part=next]').waitFor()
    const shown = await page.locator('main').textContent()
    await page.reload()
    await page.locator('.feedback').waitFor()
    expect(await page.locator('main').textContent()).toBe(shown)
    await press1(page, 'Next question')
    await page.reload()
    await page.getByText('Question 2 of 3').waitFor()
    await playOn(page, () => true)
    await waitForScreen(page, '2 of 3 correct')
    await page.reload()
    await waitForScreen(page, '2 of 3 correct')
    expect(await page.locator('.answers .incorrect').count()).toBe(1)
  })

  it('starts from the beginning for another player', async () => {
    const { page } = await openQuiz('?category=birds&number=3&seed=x')
    await press1(page, 'Play')
    await playOn(page, () => true)
    const other = await openQuiz('?category=birds&number=3&seed=x')
    await waitForScreen(other.page, 'Birds')
  })
})

describe('the feedback', () => {
  it.each([true, false])('names the source after an answer (right: %s)', async (isRight) => {
    const { page } = await openQuiz('?category=birds&number=1&seed=x')
    await press1(page, 'Play')
    expect(await page.locator('body').textContent()).not.toContain('Book of birds')
    await page.locator('.options button', { hasText: isRight ? /^Right/ : /^Wrong/ }).click()
    await page.getByText(/^Source: Book of birds, \d$/).waitFor()
  })

  it.each([
    ['a short option', 'Right'],
    ['a long option', 'The bird with the longest wings of all that fly over the sea'],
  ])('keeps the text of %s in its place on a phone, with its tag on the border', async (_name, words) => {
    const { page } = await openQuiz('?category=birds&number=1&seed=x')
    await press1(page, 'Play')
    const text = page.locator('.options .text', { hasText: /^Right/ })
    await text.evaluate((element, own) => {
      element.textContent = own
    }, words)
    const option = page.locator('.options button', { hasText: words })
    // The size without that of an animation, in the font of the quiz.
    const sizeOf = (locator: typeof option) =>
      locator.evaluate(
        'async (element) => (await document.fonts.ready, [element.clientWidth, element.clientHeight])',
      )
    const before = [await sizeOf(option), await sizeOf(option.locator('.text'))]
    await page.locator('.options button', { hasText: /^Wrong/ }).click()
    const tag = page.locator('.badge', { hasText: 'Correct answer' })
    await tag.waitFor()
    expect([await sizeOf(option), await sizeOf(option.locator('.text'))]).toEqual(before)
    const [box, border] = [await tag.boundingBox(), await option.boundingBox()]
    expect(box?.y).toBeLessThan(border?.y ?? Number.NaN)
    expect((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)).toBeLessThan(
      (border?.x ?? 0) + (border?.width ?? Number.NaN),
    )
  })

  it('counts correct answers in a row', async () => {
    const { page } = await openQuiz('?category=birds&number=3&seed=x')
    await press1(page, 'Play')
    for (const score of ['1 correct', '2 correct · 2 in a row']) {
      await page.locator('.options button', { hasText: /^Right/ }).click()
      await press1(page, 'Next question')
      expect(await page.locator('[data-part=score]').textContent()).toBe(score)
    }
  })
})

describe('a challenge', () => {
  it('carries the score, and says who has won', async () => {
    const first = await openQuiz('?category=birds&number=5&seed=x')
    await press1(first.page, 'Play')
    await playOn(first.page, (index) => index < 3)
    const link = await first.page.locator('#link').inputValue()
    await saveScreenshot(first, 'quiz-challenge-result')
    expect(await findViolations(first.page)).toEqual([])
    const second = await openQuiz(new URL(link).search)
    await second.page.getByText('Your friend got 3 of 5. Can you beat that?').waitFor()
    await second.page
      .getByText('Everyone with this link gets the same questions in the same order.')
      .waitFor()
    expect(await findViolations(second.page)).toEqual([])
    await saveScreenshot(second, 'quiz-challenge')
    await press1(second.page, 'Take the challenge')
    await playOn(second.page, () => true)
    await second.page.getByText('You beat your friend, 5 to 3.').waitFor()
    await press1(second.page, 'Play these 5 again')
    await playOn(second.page, (index) => index < 3)
    await second.page.getByText('Both of you have 3 of 5 correct. Once more?').waitFor()
    await second.page.getByText('Your best: 5 of 5').waitFor()
    await second.page.getByText('Your record streak: 8').waitFor()
  })

  it('waits while another round is played to its end', async () => {
    const { page } = await openQuiz('?category=birds&number=5&seed=x&score=3')
    await press1(page, 'Take the challenge')
    await page.locator('.options button', { hasText: /^Right/ }).click()
    await page.locator('[data-part=next]').waitFor()
    await page.goto(`${service.url}/quiz/?category=birds&number=5&seed=y`)
    await press1(page, 'Play')
    await playOn(page, () => true)
    await page.goto(`${service.url}/quiz/`)
    await page.getByRole('link', { name: 'Continue your round Birds, question 2 of 5' }).click()
    await page.getByText('Question 2 of 5').waitFor()
    await playOn(page, () => true)
    await page.getByText('You beat your friend, 5 to 3.').waitFor()
  })

  it('is still one for a player who leaves the round, continues it, and plays it again', async () => {
    const { page } = await openQuiz('?category=birds&number=5&seed=x&score=3')
    await press1(page, 'Take the challenge')
    await page.locator('.options button', { hasText: /^Right/ }).click()
    await page.locator('[data-part=next]').waitFor()
    await page.getByRole('button', { name: 'Leave the quiz' }).click()
    await page.getByRole('link', { name: 'Continue your round Birds, question 2 of 5' }).click()
    await page.getByText('Question 2 of 5').waitFor()
    await playOn(page, () => true)
    await page.getByText('You beat your friend, 5 to 3.').waitFor()
    await press1(page, 'Play these 5 again')
    await playOn(page, (index) => index < 3)
    await page.getByText('Both of you have 3 of 5 correct. Once more?').waitFor()
  })

  it('shows the record of correct answers in a row only after the round that set it', async () => {
    const { page } = await openQuiz('?category=birds&number=3&seed=x')
    await page.evaluate(`localStorage.setItem('quiz-records', '{"streak":0,"longestStreak":5,"best":{}}')`)
    await press1(page, 'Play')
    await playOn(page, () => true)
    await waitForScreen(page, '3 of 3 correct')
    expect(await page.getByText('Your record streak').count()).toBe(0)
    await press1(page, 'Play these 3 again')
    await playOn(page, () => true)
    await page.getByText('Your record streak: 6').waitFor()
  })

  it.each(['6', '-1', '4.5', 'abc', '%3Cb%3E', ''])(
    'ignores the score %j of a link, which is impossible',
    async (score) => {
      const { page } = await openQuiz(`?category=birds&number=5&seed=x&score=${score}`)
      await waitForScreen(page, 'Birds')
      expect(await page.getByText('Can you beat').count()).toBe(0)
    },
  )

  it('says that the questions have changed since the link was made, also after a reload', async () => {
    const { page } = await openQuiz('?category=birds&number=5&seed=x&set=0&score=3')
    const note = page.getByText('The questions have changed since this link was made.')
    await note.waitFor()
    expect(await page.getByText('Everyone with this link').count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.reload()
    await note.waitFor()
    await press1(page, 'Take the challenge')
    await page.reload()
    await page.locator('#screen:not(.loading) .options').waitFor()
  })

  it('advises to play a poor round again, shows its mistakes only, and has the round in segments', async () => {
    const { page } = await openQuiz('?category=birds&number=5&seed=x')
    await press1(page, 'Play')
    await playOn(page, (index) => index === 0)
    await waitForScreen(page, '1 of 5 correct')
    expect(await page.locator('.result .primary').allTextContents()).toEqual(['Play these 5 again'])
    expect(await page.getByLabel('Only mistakes').isChecked()).toBe(true)
    expect(await page.locator('.result .segments .correct').count()).toBe(1)
    expect(await page.locator('.result .segments .incorrect').count()).toBe(4)
    expect(await page.locator('.great, .score-ring').count()).toBe(0)
  })

  it.each([
    ['no-preference', 'sparks'],
    ['reduce', 'none'],
  ] as const)(
    'celebrates a good round, with the preference %s for motion',
    async (reducedMotion, animation) => {
      const { page } = await openQuiz('?category=birds&number=5&seed=x')
      await page.emulateMedia({ reducedMotion })
      await press1(page, 'Play')
      await playOn(page, () => true)
      await waitForScreen(page, '5 of 5 correct')
      const found = "getComputedStyle(document.querySelector('.great'), '::after').animationName"
      expect(await page.evaluate(found)).toBe(animation)
    },
  )

  it('has comments that differ between scores and between sets', async () => {
    const comments = new Set<string | null>()
    for (const [seed, right] of [
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['a', 0],
    ] as const) {
      const { page } = await openQuiz(`?category=fish&number=1&seed=${seed}`)
      await press1(page, 'Play')
      await playOn(page, () => right === 1)
      comments.add(await page.locator('[data-part=comment]').textContent())
    }
    expect(comments.size).toBe(4)
  })
})

describe('a busy service', () => {
  it('makes the quiz wait, say how long, and go on by itself', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    const { page } = watched
    await page.clock.install()
    let isBusy = true
    await page.route('**/api/v1/**', (route) =>
      isBusy
        ? route.fulfill({ status: 429, headers: { 'retry-after': '38' }, body: '{"detail":"slow down"}' })
        : route.continue(),
    )
    await page.goto(`${service.url}/quiz/`)
    await page.getByText('Please wait 38 s.').first().waitFor()
    await page.clock.runFor(1000)
    await page.locator('#busy p', { hasText: 'wait 37 s.' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await saveScreenshot(watched, 'quiz-busy')
    isBusy = false
    await page.clock.runFor(37_000)
    await waitForScreen(page, 'What do you know?')
    expect(await page.locator('#busy p').isVisible()).toBe(false)
  })

  it('says so when it stays busy', async () => {
    const { page } = await openPage(browser)
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 429, body: '{"detail":"slow down"}' }),
    )
    await page.goto(`${service.url}/quiz/`)
    await waitForScreen(page, 'Too many requests at once')
    expect(await page.locator('details').textContent()).toContain('slow down')
  })
})

describe('a folder without questions', () => {
  it('teaches how to add some with an example, and shows them when they are there', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'my-questions-'))
    const started = await startService('questions', { QUESTIONS_DIR: empty, QUESTIONS_RELOAD_SECONDS: '1' })
    const watched = await openPage(browser, { viewport: PHONE })
    const { page, errors } = watched
    await page.goto(`${started.url}/quiz/`)
    await waitForScreen(page, 'Your questions go here')
    await saveScreenshot(watched, 'quiz-empty', true)
    expect(await findViolations(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    // The name of the folder without its path, which players can read.
    expect(await page.locator('[data-part=folder]').textContent()).toMatch(
      /^the folder named my-questions-\w+$/,
    )
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download rivers.csv' }).click()
    const lines = await page.locator('[data-part=example] tr').all()
    const rows = await Promise.all(lines.map((line) => line.locator('th, td').allTextContents()))
    await (await download).saveAs(join(empty, (await download).suggestedFilename()))
    expect(readFileSync(join(empty, 'rivers.csv'), 'utf8')).toBe(
      rows.map((row) => `${row.join()}\n`).join(''),
    )
    await page.getByLabel('Rivers').waitFor()
    await press1(page, 'Start')
    await page.getByText('Question 1 of 2').waitFor()
    expect(errors).toEqual([])
    await started.stop()
    rmSync(empty, { recursive: true })
  })
})

describe('many subjects', () => {
  it('can be found by a part of their name, below the number of questions', async () => {
    const own = mkdtempSync(join(tmpdir(), 'quiz-'))
    for (let count = 1; count <= 13; count++)
      writeFileSync(
        join(own, `${count === 7 ? 'Old maps' : `s${count}`}.csv`),
        'Question,Answer\nQ?,A\nR?,B\n',
      )
    const started = await startService('questions', { QUESTIONS_DIR: own })
    const { page } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${started.url}/quiz/`)
    await waitForScreen(page, 'What do you know?')
    const field = page.getByLabel('Find a subject')
    const shown = page.locator('.cards label:visible')
    const topOf = async (name: string) =>
      (await page.getByText(name, { exact: true }).boundingBox())?.y ?? Number.NaN
    expect(await topOf('Number of questions')).toBeLessThan(await topOf('S1'))
    await page.getByRole('checkbox', { name: 'S1 ' }).first().press('Space')
    await field.fill(' MAP')
    expect(await shown.allTextContents()).toEqual(
      ['O', 'S'].map((initial) => expect.stringContaining(initial)),
    )
    // Neither a digit nor Enter of the search is a choice or the start.
    await field.press('1')
    await field.press('Enter')
    await page.getByText('No subject contains “').waitFor()
    await field.fill('map')
    await page.getByRole('checkbox', { name: 'Old maps' }).press('Space')
    await page.getByText(/^4 questions from/).waitFor()
    // What is chosen stays in sight.
    expect(await shown.count()).toBe(2)
    expect(await findViolations(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    await press1(page, 'Clear (2)')
    expect(await page.getByRole('button', { name: /^Clear/ }).count()).toBe(0)
    await page.getByText('10 questions from all').waitFor()
    await field.fill('')
    expect(await shown.count()).toBe(13)
    await started.stop()
    rmSync(own, { recursive: true })
  })
})

describe('a file that is not served', () => {
  it.each([
    ['beside another subject', { 'good.csv': 'id,question,correct_answer\n1,Q?,A\n' }, 'What do you know?'],
    ['alone', {}, 'Your questions are not ready yet'],
  ])('is named with the reason: %s', async (_name, others, heading) => {
    const own = mkdtempSync(join(tmpdir(), 'quiz-'))
    writeFileSync(join(own, 'rivers.csv'), 'id,question,correct_answer\n1,Q?,A\n1,R?,B\n')
    for (const [name, text] of Object.entries(others)) writeFileSync(join(own, name), text)
    for (const name of ['My class.xlsx', 'notes.md']) writeFileSync(join(own, name), '')
    const started = await startService('questions', { QUESTIONS_DIR: own })
    const { page } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${started.url}/quiz/`)
    await waitForScreen(page, heading)
    const rivers = page.getByRole('listitem').filter({ hasText: /^rivers\.csv is not servedLine 3: / })
    if (heading === 'What do you know?') {
      expect(await rivers.isVisible()).toBe(false)
      await page.getByText('For the teacher: 2 files need attention').click()
    }
    await rivers.waitFor()
    await page.getByText('Save it as CSV UTF-8, or import it').waitFor()
    expect(await page.getByText('notes.md').count()).toBe(0)
    expect(await page.getByText('Download rivers.csv').isVisible()).toBe(false)
    expect(await (await fetch(started.url)).text()).toContain('>My class.xlsx is not served<')
    expect(await findViolations(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    // A pupil who opens the link of the class cannot mend the file.
    await page.goto(`${started.url.replace('127.0.0.1', 'class.localhost')}/quiz/`)
    await waitForScreen(page, heading)
    expect(await page.getByText('is not served').count()).toBe(heading === 'What do you know?' ? 0 : 2)
    await started.stop()
    rmSync(own, { recursive: true })
  })

  it('is named when an edit broke it, and the last valid questions are played', async () => {
    const own = mkdtempSync(join(tmpdir(), 'quiz-'))
    const rivers = (text: string) =>
      writeFileSync(join(own, 'rivers.csv'), `id,question,correct_answer\n${text}`)
    rivers('1,Q?,A\n')
    const started = await startService('questions', { QUESTIONS_DIR: own, QUESTIONS_RELOAD_SECONDS: '1' })
    const { page } = await openPage(browser, { viewport: PHONE })
    rivers('1,Q?,A\n1,R?,B\n')
    const notice = /rivers\.csv is not served as it is now/
    const readFront = async () => (await fetch(started.url)).text()
    await expect.poll(readFront, { timeout: 60_000 }).toMatch(notice)
    await page.goto(`${started.url}/quiz/`)
    await waitForScreen(page, 'What do you know?')
    await page.getByText(notice).waitFor()
    await started.stop()
    rmSync(own, { recursive: true })
  })
})

describe('examples/play.html', () => {
  /** Serves the page at an origin of its own. @returns its URL, and how to stop */
  async function servePage(host: string) {
    const html = readFileSync(`${ROOT}examples/play.html`, 'utf8')
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(html.replace('127.0.0.1:8000', host))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      stop: () => void server.close(),
    }
  }

  it('has about 20 lines', () => {
    const lines = readFileSync(`${ROOT}examples/play.html`, 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(20)
  })

  it('plays from another origin', async () => {
    const served = await servePage(new URL(service.url).host)
    const { page, errors } = await openPage(browser)
    await page.goto(served.url)
    const seen = new Set<string>()
    for (let count = 1; count <= 3; count++) {
      await expect.poll(async () => seen.has(await readHeading(page))).toBe(false)
      seen.add(await readHeading(page))
      await page.getByRole('button', { name: /^Right/ }).click()
      await page
        .getByRole('status')
        .filter({ hasText: /^Right: / })
        .waitFor()
    }
    expect(seen.size).toBe(3)
    expect(errors).toEqual([])
    served.stop()
  })

  it('says why it has stopped', async () => {
    const served = await servePage('127.0.0.1:9')
    const { page } = await openPage(browser)
    await page.goto(served.url)
    await page.getByText('The quiz has stopped: Failed to fetch').waitFor()
    served.stop()
  })

  it('ends the sentence of a correct answer once', async () => {
    const own = mkdtempSync(join(tmpdir(), 'typed-'))
    writeFileSync(join(own, 'spiders.csv'), 'Question,Answer\nWhy no insect?,It has eight legs.\n')
    const started = await startService('questions', { QUESTIONS_DIR: own })
    const { page } = await openPage(browser)
    await page.goto(`${started.url}/quiz/`)
    await press1(page, 'Start')
    await page.getByLabel('Your answer').fill('Its size')
    await press1(page, 'Check')
    expect(await page.locator('.correction').textContent()).toBe('The correct answer is It has eight legs.')
    await started.stop()
    rmSync(own, { recursive: true })
  })

  it('names the correct answer when its option is out of view', async () => {
    const own = mkdtempSync(join(tmpdir(), 'long-'))
    const wrong = Array.from({ length: 5 }, (_, row) => `Wrong ${row} ${'and on '.repeat(60)}`)
    writeFileSync(
      join(own, 'long.csv'),
      `Question,Right answer,${wrong.map((_, row) => `Wrong ${row}`)}\n${'Which of these? '.repeat(20)},Right ${'and so on '.repeat(40)},${wrong}\n`,
    )
    const started = await startService('questions', { QUESTIONS_DIR: own })
    for (const seed of ['1', '2', '3', '4']) {
      const { page } = await openPage(browser, { viewport: PHONE })
      await page.goto(`${started.url}/quiz/?category=long&number=1&seed=${seed}`)
      await press1(page, 'Play')
      await page.locator('.options button', { hasText: 'Wrong 0' }).click()
      await page.locator('.feedback').waitFor()
      const isSeen = await page.evaluate<boolean>(
        '(({ top }, { bottom }) => top >= bottom)(document.querySelector(".options .correct").getBoundingClientRect(), document.querySelector(".progress").getBoundingClientRect())',
      )
      const correction = page.locator('.correction:not(.visually-hidden)')
      expect(await correction.count()).toBe(isSeen ? 0 : 1)
      await page.close()
    }
    await started.stop()
    rmSync(own, { recursive: true })
  })

  it('goes on after a question without options', async () => {
    const own = mkdtempSync(join(tmpdir(), 'typed-'))
    writeFileSync(
      join(own, 'cities.csv'),
      'Question,Answer\nCapital of Peru?,Lima\nCapital of Chile?,Santiago\n',
    )
    const started = await startService('questions', { QUESTIONS_DIR: own })
    const served = await servePage(new URL(started.url).host)
    const { page, errors } = await openPage(browser)
    await page.goto(served.url)
    const answers = new Map([
      ['Capital of Peru?', 'Lima'],
      ['Capital of Chile?', 'Santiago'],
    ])
    while (answers.size > 0) {
      await expect.poll(async () => answers.has(await readHeading(page))).toBe(true)
      const question = await readHeading(page)
      await page.getByRole('button', { name: 'Show the answer' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: answers.get(question) ?? '' })
        .waitFor()
      answers.delete(question)
    }
    await page.getByText('That was the last question.').waitFor()
    expect(errors).toEqual([])
    served.stop()
    await started.stop()
    rmSync(own, { recursive: true })
  })
})

describe('the page of the quiz', () => {
  it.each(['?api=http://127.0.0.1:9', '?api=https://quiz.example'])('ignores %s', async (query) => {
    const { page, errors } = await openQuiz(query)
    await waitForScreen(page, 'What do you know?')
    expect(errors).toEqual([])
  })

  it.each([
    ['no-preference', 'appear'],
    ['reduce', 'none'],
  ] as const)('with the preference %j for motion, has the animation %j', async (reducedMotion, name) => {
    const { page } = await openQuiz('', { reducedMotion })
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.card')).animationName`)).toBe(name)
  })

  it.each([
    ['the start screen', '', 'What do you know?', '.cards'],
    ['an invitation', '?category=birds&number=1&seed=a', 'You are invited to a quiz.', '[data-part=title]'],
  ])('shows %s with placeholders while its data is loaded', async (_, query, text, place) => {
    const watched = await openPage(browser, { viewport: PHONE })
    const { page } = watched
    let answer = () => {}
    const isReleased = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/v1/**', async (route) => {
      await isReleased
      await route.continue()
    })
    // The time of the page stands still, so that its request does not time out on a busy machine.
    await page.clock.install()
    await page.goto(`${service.url}/quiz/${query}`)
    await page.clock.runFor(400)
    await page.locator(`.loading ${place}`).waitFor()
    await page.getByText(text).waitFor()
    expect(await page.locator('#screen .primary').isDisabled()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await saveScreenshot(watched, `quiz-loading${query ? '-invitation' : ''}`)
    if (query) {
      // A player who does not want to wait can leave.
      await page.getByRole('button', { name: 'Choose another quiz' }).click()
      await page.clock.runFor(400)
      await page.locator('.loading .cards').waitFor()
    }
    answer()
    await page.locator('#screen:not(.loading) .primary').waitFor()
    expect(await page.locator('.placeholder').count()).toBe(0)
  })

  it('loads less than 60 kB without its font, and shows something before its scripts run', async () => {
    const watched = await openQuiz('', { viewport: DESKTOP })
    const sizes = await watched.page.evaluate<[string, number][]>(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`,
    )
    const counted = sizes.filter(([path]) => !path.endsWith('.woff2'))
    expect(counted.length).toBeGreaterThan(10)
    expect(counted.every(([, bytes]) => bytes > 0)).toBe(true)
    expect(counted.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(60_000)
    const { page } = await openPage(browser)
    await page.route('**/*.js', () => {})
    await page.goto(`${service.url}/quiz/`, { waitUntil: 'commit' })
    await page.locator('.blank').waitFor()
  })

  it('leads to the front page and the docs of the service', async () => {
    const { page } = await openQuiz()
    const links = await page
      .locator('header a')
      .evaluateAll((anchors) => anchors.map((a) => String((a as { href?: string }).href)))
    expect(links.map((link) => new URL(link).pathname)).toEqual([
      '/',
      '/quiz/',
      '/docs',
      '/redoc',
      '/errors',
      '/openapi.json',
    ])
    for (const link of links) expect((await fetch(link)).status, link).toBe(200)
  })
})
