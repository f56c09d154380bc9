// Takes the pictures of the README from the running questions service. The same pages give the same pictures: questions,
// options and their order come from a seed.
import type { Browser, Page } from 'playwright-core'
import { openPage } from '../browser.ts'

/** A page in the state that a picture shows. */
interface Scene {
  /** In CSS pixels. All scenes have the same aspect ratio, because the README shows them side by side. */
  readonly viewport: { readonly width: number; readonly height: number }
  /** Opens and operates the page of a service. */
  open(page: Page, serviceUrl: string): Promise<void>
  /** Selects the elements whose text is in the picture. */
  readonly text: string
}

const SCENES = {
  quiz: {
    viewport: { width: 960, height: 808 },
    text: 'main',
    async open(page, serviceUrl) {
      await page.goto(`${serviceUrl}/quiz/?category=astronomy&number=5&seed=42`)
      await page.getByRole('button', { name: 'Play' }).click()
      // The first answer is correct, the second one is not.
      const response = await fetch(`${serviceUrl}/api/v1/questions/astronomy?limit=2&seed=42`)
      const { questions } = (await response.json()) as { questions: { correct_answer: string }[] }
      await page.locator('.options').getByText(String(questions[0]?.correct_answer), { exact: true }).click()
      await page.getByRole('button', { name: 'Next question' }).click()
      await page
        .locator('.options .text')
        .filter({ hasNotText: String(questions[1]?.correct_answer) })
        .first()
        .click()
      await page.getByRole('button', { name: 'Next question' }).waitFor()
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  docs: {
    viewport: { width: 820, height: 620 },
    text: '.opblock-tag, .opblock-summary',
    async open(page, serviceUrl) {
      await page.goto(`${serviceUrl}/docs`)
      await page.locator('[id$="-getReadiness"]').waitFor()
      await page.evaluate(`document.querySelector('.opblock-tag-section').scrollIntoView()`)
    },
  },
} satisfies Record<string, Scene>

/** A file in docs/pictures. */
export interface Picture {
  readonly name: string
  readonly scene: keyof typeof SCENES
  readonly colorScheme: 'light' | 'dark'
}

/** All pictures. Swagger UI has one colour scheme. */
export const PICTURES: readonly Picture[] = [
  { name: 'quiz-light', scene: 'quiz', colorScheme: 'light' },
  { name: 'quiz-dark', scene: 'quiz', colorScheme: 'dark' },
  { name: 'docs', scene: 'docs', colorScheme: 'light' },
]

/** Pixels of a file per CSS pixel. */
const SCALE = 2

/** A picture that was taken. */
export interface TakenPicture {
  readonly png: Buffer
  /** The text in the picture, one line per line of the page. */
  readonly text: string
  /** The errors of the page. */
  readonly errors: readonly string[]
}

/** Takes a picture. Nothing in it moves, and no element has the focus or the pointer. */
export async function takePicture(
  browser: Browser,
  serviceUrl: string,
  { scene, colorScheme }: Picture,
): Promise<TakenPicture> {
  const { viewport, text, open }: Scene = SCENES[scene]
  const { page, errors } = await openPage(browser, {
    viewport,
    deviceScaleFactor: SCALE,
    colorScheme,
    reducedMotion: 'reduce',
  })
  await open(page, serviceUrl)
  await page.evaluate('document.activeElement.blur()')
  await page.mouse.move(0, 0)
  const texts = await page.locator(text).allInnerTexts()
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  return { png, text: joinLines(texts), errors }
}

function joinLines(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.trim())
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}
