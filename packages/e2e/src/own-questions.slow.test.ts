// Tests the way from a file of questions to a quiz: the commands of docs/your-own-questions.md, a running service, and a
// browser.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, saveScreenshot, startBrowser } from './browser.ts'
import { ROOT, type RunningService, startService } from './process.ts'

const OPEN_TRIVIA_DB = JSON.stringify({
  response_code: 0,
  results: [
    {
      type: 'multiple',
      difficulty: 'medium',
      category: 'Entertainment: Film',
      question: 'Who directed &quot;Jaws&quot;?',
      correct_answer: 'Steven Spielberg',
      incorrect_answers: ['Ridley Scott', 'Jane Campion', 'Sidney Lumet'],
    },
    {
      type: 'boolean',
      difficulty: 'easy',
      category: 'Entertainment: Film',
      question: 'The film &#039;Alien&#039; takes place in space.',
      correct_answer: 'True',
      incorrect_answers: ['False'],
    },
  ],
})

const TRIVIA_API = JSON.stringify([
  {
    category: 'geography',
    id: '622a1c357cc59eab6f94fe9e',
    correctAnswer: 'Oslo',
    incorrectAnswers: ['Bergen', 'Tromsø', 'Stavanger'],
    question: { text: 'What is the capital of Norway?' },
    tags: ['capitals'],
    type: 'text_choice',
    difficulty: 'easy',
  },
])

const PLAIN_CSV =
  'Question,Answer,Category\nWho wrote "Emma"?,Jane Austen,novels\nWho wrote Ulysses?,James Joyce,novels\n'

/** A spreadsheet export: semicolons, Windows-1252, options as letters. */
const EXCEL_EXPORT = Buffer.from(
  [
    'Question;A;B;C;D;Correct Answer',
    'What is the German word for size?;Grö\u00dfe;Farbe;Länge;Höhe;A',
    'Which is a river; not a lake?;Como;Po;Garda;Iseo;B',
    '',
  ]
    .map((line) =>
      line.includes('; not')
        ? line.replace('Which is a river; not a lake?', '"Which is a river; not a lake?"')
        : line,
    )
    .join('\r\n'),
  'latin1',
)

const CHOICES = [
  'id,question,correct_answer,choice_1,choice_2,choice_3',
  'c-1,Which planet is the largest?,Jupiter,Mars,Saturn,Earth',
  'c-2,Which planet is the hottest?,Venus,Mercury,Mars,Neptune',
  '',
].join('\n')

/** The file, the category it becomes, the number of its questions, and the text of one of them. */
const FILES = [
  ['Open Trivia DB JSON', 'film.json', OPEN_TRIVIA_DB, 'film', 2, 'Who directed "Jaws"?'],
  ['The Trivia API JSON', 'capitals.json', TRIVIA_API, 'capitals', 1, 'What is the capital of Norway?'],
  ['a CSV with other columns', 'novels.csv', PLAIN_CSV, 'novels', 2, 'Who wrote "Emma"?'],
  ['a spreadsheet export', 'words.csv', EXCEL_EXPORT, 'words', 2, 'What is the German word for size?'],
] as const

let folder: string
let source: string
let service: RunningService
let browser: Browser
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-questions-'))
  source = mkdtempSync(join(tmpdir(), 'source-'))
  ;[service, browser] = await Promise.all([
    startService('questions', { QUESTIONS_DIR: folder, QUESTIONS_RELOAD_SECONDS: '1' }),
    startBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  for (const path of [folder, source]) rmSync(path, { recursive: true })
})

/** Runs `npx -y pnpm@12 run questions …` without pnpm, which `test` has already started. */
function runQuestions(...args: string[]): string {
  return execFileSync(process.execPath, [`${ROOT}packages/curation/dist/cli/main.bundle.js`, ...args], {
    cwd: source,
    env: { ...process.env, QUESTIONS_DIR: folder },
    encoding: 'utf8',
  })
}

/** Waits until the quiz offers a category, plays one question, and returns its text. */
async function playQuestion(category: string, name: string): Promise<string> {
  await expect
    .poll(async () => (await fetch(`${service.url}/api/v1/questions/${category}`)).status, {
      timeout: 60_000,
    })
    .toBe(200)
  const watched = await openPage(browser)
  const { page, errors } = watched
  await page.goto(`${service.url}/quiz/`)
  await page.locator(`input[value="${category}"]`).check({ force: true })
  await page.getByRole('button', { name: 'Start' }).click()
  const field = page.locator('.options button, input[name=answer], #answer').first()
  await field.waitFor()
  const question = String(await page.locator('h1').textContent())
  await saveScreenshot(watched, `own-questions-${name}`)
  if (await page.locator('#answer').isVisible()) {
    await page.locator('#answer').fill('an answer')
    await page.keyboard.press('Enter')
  } else await field.click()
  await page.locator('.feedback').waitFor()
  expect(errors).toEqual([])
  return question
}

describe('a file of questions', () => {
  it.each(FILES)(
    '%s is playable after one command',
    async (_shape, name, content, category, size, question) => {
      writeFileSync(join(source, name), content)
      const report = runQuestions('import', name)
      expect(report).toContain(`accepted ${size} question${size === 1 ? '' : 's'}, left out 0`)
      expect(report).toContain(`/api/v1/questions/${category}`)
      await playQuestion(category, category)
      const response = await fetch(`${service.url}/api/v1/questions/${category}?random=false`)
      const { total, questions } = (await response.json()) as {
        total: number
        questions: { question: string }[]
      }
      expect(total).toBe(size)
      expect(questions.map((entry) => entry.question)).toContain(question)
    },
  )

  it('with choice_1 … needs no command but a copy', async () => {
    writeFileSync(join(folder, 'planets.csv'), CHOICES)
    expect(await playQuestion('planets', 'planets')).toMatch(/^Which planet is the (?:largest|hottest)\?$/)
  })

  it('passes the check', () => {
    expect(runQuestions('check')).toContain('0 errors')
  })
})
