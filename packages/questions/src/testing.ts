// A small app for the tests of this package: fixed datasets, a fixed clock, seeds that count up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBank, type QuestionBank } from '@qb/core/questions'
import { createLogger, type Logger, readConfig, type Service } from '@qb/http'
import { createApp } from './app.ts'
import { QuestionsConfig } from './config.ts'

const LEVELS = ['easy', 'medium', 'hard']

/** `size` questions `p-0`, `p-1`, … of going-round difficulty and topic, four options each. */
export function makeSheet(prefix: string, size: number): string {
  const rows = Array.from({ length: size }, (_, row) => {
    const options = `"['${row}', 'two', 'three', 'four']"`
    return `${prefix}-${row},What is ${prefix} ${row}?,${row},${options},${LEVELS[row % 3]},topic ${row % 2}`
  })
  return ['id,question,correct_answer,options,difficulty,topic', ...rows, ''].join('\n')
}

/** The datasets of {@link makeApp}. */
export const SHEETS: Readonly<Record<string, string>> = {
  'Refined_Stars_Questions.csv': makeSheet('S', 60),
  'Refined_Small Things_Questions.csv': makeSheet('T', 3),
  'Refined_Plain_Questions.csv': 'id,question,correct_answer\n1,"Is “π” > 3 & < 4?\nSure?",<b>yes</b>\n',
  'Refined_Broken_Questions.csv': 'id,question\n1,Q?\n',
}

/** What a test may set of the app. */
export interface AppOverrides {
  readonly environment?: Readonly<Record<string, string>>
  readonly sheets?: Readonly<Record<string, string>>
  /** In place of one over `sheets`. */
  readonly bank?: QuestionBank
  readonly logger?: Logger
}

/** The moment at which every test takes place. */
export const NOW = new Date('2026-01-02T03:04:05Z')

/** Builds an app over `sheets`; fresh seeds are `seed-1`, `seed-2`, … */
export async function makeApp({
  environment = {},
  sheets = SHEETS,
  bank,
  logger,
}: AppOverrides = {}): Promise<Service> {
  let drawn = 0
  return createApp({
    config: readConfig(QuestionsConfig, environment),
    bank: bank ?? (await makeBank(sheets)),
    logger: logger ?? createLogger('test', 'silent'),
    version: '1.2.3',
    now: () => NOW,
    drawSeed: () => `seed-${++drawn}`,
  })
}

/** A bank over `sheets`, whose folder is gone by now. */
export async function makeBank(sheets: Readonly<Record<string, string>>): Promise<QuestionBank> {
  const directory = mkdtempSync(join(tmpdir(), 'questions-'))
  for (const [name, text] of Object.entries(sheets)) writeFileSync(join(directory, name), text)
  const bank = await openBank({ directory, shownAs: 'data', now: () => NOW })
  rmSync(directory, { recursive: true })
  return bank
}
