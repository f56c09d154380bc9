// For the tests of this package: an app with fixed datasets, a fixed clock, and seeds that count up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { openBank, type QuestionBank } from '@qb/core/questions'
import { createLogger, createRegistry, type Logger, readConfig, type Service } from '@qb/http'
import { checkErrors } from '@qb/http/testing'
import { createApp, RESERVED_IDS } from './app.ts'
import { QuestionsConfig } from './config.ts'
import type { QuestionsContext } from './context.ts'
import { OPERATIONS } from './operations/index.ts'

export { checkErrors, hasPath, readValue } from '@qb/http/testing'

const LEVELS = ['easy', 'medium', 'hard']

/** `size` questions `p-0`, `p-1`, … with four options each and alternating difficulties and topics. */
export function makeSheet(prefix: string, size: number): string {
  const rows = Array.from({ length: size }, (_, row) => {
    const options = `"['${row}', 'two', 'three', 'four']"`
    return `${prefix}-${row},What is ${prefix} ${row}?,${row},${options},${LEVELS[row % 3]},topic ${row % 2}`
  })
  return ['id,question,correct_answer,options,difficulty,topic', ...rows, ''].join('\n')
}

/** The datasets of {@link makeApp}. The file of `broken` is invalid. */
export const SHEETS: Readonly<Record<string, string>> = {
  'Refined_Stars_Questions.csv': makeSheet('S', 60),
  'Refined_Small Things_Questions.csv': makeSheet('T', 3),
  'Refined_Plain_Questions.csv': 'id,question,correct_answer\n1,"Is “π” > 3 & < 4?\nSure?",<b>yes</b>\n',
  'Refined_Broken_Questions.csv': 'id,question\n1,Q?\n',
}

/** What a test may replace. */
export interface Overrides {
  readonly environment?: Readonly<Record<string, string>>
  readonly sheets?: Readonly<Record<string, string>>
  /** In place of a bank of `sheets`. */
  readonly bank?: QuestionBank
  readonly logger?: Logger
}

/** The time of every test. */
export const NOW = new Date('2026-01-02T03:04:05Z')

/** The context of operations; new seeds are `seed-1`, `seed-2`, … */
export async function makeContext({ sheets = SHEETS, bank }: Overrides = {}): Promise<QuestionsContext> {
  let drawn = 0
  return {
    bank: bank ?? (await makeBank(sheets)),
    version: '1.2.3',
    registry: createRegistry(),
    startedAt: NOW,
    now: () => NOW,
    drawSeed: () => `seed-${++drawn}`,
  }
}

/** An app with the context of {@link makeContext}. An error that an operation does not declare fails the test. */
export async function makeApp(overrides: Overrides = {}): Promise<Service> {
  const { bank, version, now, drawSeed } = await makeContext(overrides)
  return createApp({
    config: readConfig(QuestionsConfig, overrides.environment ?? {}),
    logger: overrides.logger ?? createLogger('test', 'silent'),
    operations: OPERATIONS.map(checkErrors) as typeof OPERATIONS,
    bank,
    version,
    now,
    drawSeed,
  })
}

/** A bank of `sheets`. Its folder no longer exists. */
export async function makeBank(sheets: Readonly<Record<string, string>>): Promise<QuestionBank> {
  const directory = mkdtempSync(join(tmpdir(), 'questions-'))
  for (const [name, text] of Object.entries(sheets)) writeFileSync(join(directory, name), text)
  const bank = await openBank({ directory, shownAs: 'data', reservedIds: RESERVED_IDS, now: () => NOW })
  rmSync(directory, { recursive: true })
  return bank
}

/** Sends a GET request. The result is what `assertProblem` needs, with the header fields. */
export async function get(app: Service, url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await app.inject({ url, headers })
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'] as string | undefined,
    body: response.body,
    headers: response.headers,
  }
}

/** A logger, and the lines that it wrote. */
export function captureLog(): {
  readonly lines: readonly Record<string, unknown>[]
  readonly logger: Logger
} {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, logger: createLogger('test', 'info', stream) }
}
