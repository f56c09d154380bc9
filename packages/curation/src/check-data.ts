// The command `check-data [folder]`. Prints every diagnostic and ends with exit code 1, or prints a table and ends with 0.
// Without a folder it checks QUESTIONS_DIR, which is relative to the root of the project. It reads `.env` like the service.
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { formatDiagnostic } from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { QuestionsConfig } from '@qb/questions/config'
import { checkFolder } from './check-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

process.exitCode = await main(process.argv[2])

async function main(argument: string | undefined): Promise<number> {
  const directory = argument === undefined ? resolve(root, readQuestionsDir()) : resolve(argument)
  const folder = { directory, shownAs: relative('', directory) || '.', now: () => new Date() }
  const report = await checkFolder(folder, RESERVED_IDS).catch((error: Error) => error)
  if (report instanceof Error) {
    console.error(`${directory}: expected a folder of datasets, got ${report.message}`)
    return 1
  }
  for (const diagnostic of report.diagnostics) console.error(formatDiagnostic(diagnostic))
  for (const [category, columns] of Object.entries(report.ignoredColumns)) {
    console.error(`${category}: columns that are ignored: ${columns.join(', ')}`)
  }
  if (report.diagnostics.length > 0) {
    console.error(`${report.diagnostics.length} diagnostics`)
    return 1
  }
  console.table(report.summaries)
  return 0
}

/** QUESTIONS_DIR of the environment, of `.env`, or its default. An empty value counts as not set. */
function readQuestionsDir(): string {
  const path = resolve(root, '.env')
  const file = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  const { default: fallback } = QuestionsConfig.properties.QUESTIONS_DIR
  return process.env.QUESTIONS_DIR || file.QUESTIONS_DIR || String(fallback)
}
