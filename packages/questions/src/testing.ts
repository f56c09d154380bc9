// Helpers for the tests of this package. They create apps with fixed datasets, a fixed clock, and numbered
// seeds.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
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

export { readValue } from '@qb/http/testing'

const LEVELS = ['easy', 'medium', 'hard']

/**
 * Creates a CSV file of `size` questions with the ids `<prefix>-0`, `<prefix>-1` and so on. Each question has
 * four options, and the difficulties and topics alternate.
 */
export function makeCsv(prefix: string, size: number): string {
  const rows = Array.from({ length: size }, (_, row) => {
    const options = `"['${row}', 'two', 'three', 'four']"`
    return `${prefix}-${row},What is ${prefix} ${row}?,${row},${options},${LEVELS[row % 3]},topic ${row % 2}`
  })
  return ['id,question,correct_answer,options,difficulty,topic', ...rows, ''].join('\n')
}

/** The datasets of {@link makeApp}. The file of `broken` is invalid. */
export const CSV_FILES: Readonly<Record<string, string>> = {
  'Refined_Stars_Questions.csv': makeCsv('S', 60),
  'Refined_Small Things_Questions.csv': makeCsv('T', 3),
  'Refined_Plain_Questions.csv': 'id,question,correct_answer\n1,"Is “π” > 3 & < 4?\nSure?",<b>yes</b>\n',
  'Refined_Broken_Questions.csv': 'id,question\n1,Q?\n',
}

/** The parts of an app that a test can replace. */
export interface Overrides {
  readonly environment?: Readonly<Record<string, string>>
  /** The dataset files by name. Default: {@link CSV_FILES}. */
  readonly files?: Readonly<Record<string, string>>
  /** Replaces the bank of `files`. */
  readonly bank?: QuestionBank
  readonly logger?: Logger
  /** Default: all operations, with a check of the errors that they throw. */
  readonly operations?: typeof OPERATIONS
}

/** The time of the clock in every test. */
export const NOW = new Date('2026-01-02T03:04:05Z')

/** Creates the context of operations. Generated seeds are `seed-1`, `seed-2` and so on. */
export async function makeContext({ files = CSV_FILES, bank }: Overrides = {}): Promise<QuestionsContext> {
  let generated = 0
  return {
    bank: bank ?? (await makeBank(files)),
    version: '1.2.3',
    metrics: createRegistry(),
    basePath: '',
    startedAt: NOW,
    now: () => NOW,
    generateSeed: () => `seed-${++generated}`,
  }
}

/**
 * Creates an app with the context of {@link makeContext}. The test fails when an operation throws an
 * undeclared error.
 */
export async function makeApp(overrides: Overrides = {}): Promise<Service> {
  const { bank, version, now, generateSeed } = await makeContext(overrides)
  return createApp({
    config: readConfig(QuestionsConfig, overrides.environment ?? {}),
    logger: overrides.logger ?? createLogger('test', 'silent'),
    operations: overrides.operations ?? (OPERATIONS.map(checkErrors) as typeof OPERATIONS),
    bank,
    version,
    now,
    generateSeed,
  })
}

/**
 * Creates a bank from dataset files. Its folder is deleted, so the next scan finds no folder.
 * @param options.changedAt when files were changed. Default: now
 */
export async function makeBank(
  files: Readonly<Record<string, string>>,
  { skipInvalidRows = false, changedAt = {} as Readonly<Record<string, Date>> } = {},
): Promise<QuestionBank> {
  const directory = mkdtempSync(join(tmpdir(), 'questions-'))
  for (const [name, csv] of Object.entries(files)) writeFileSync(join(directory, name), csv)
  for (const [name, time] of Object.entries(changedAt)) utimesSync(join(directory, name), time, time)
  const bank = await openBank({
    directory,
    displayPath: 'data',
    reservedIds: RESERVED_IDS,
    skipInvalidRows,
    now: () => NOW,
  })
  rmSync(directory, { recursive: true })
  return bank
}

/**
 * Sends a GET request. Returns the response in the form that `assertProblem` expects, and its header fields.
 */
export async function get(app: Service, url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await app.inject({ url, headers })
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'] as string | undefined,
    body: response.body,
    headers: response.headers,
  }
}

/** Creates a logger. `lines` are the lines that it has written. */
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
