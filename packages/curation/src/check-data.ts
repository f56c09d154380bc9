// Runs the command `check-data [folder]`. It prints every diagnostic and exits with 1, or prints a table and
// exits with 0. The default folder is QUESTIONS_DIR, relative to the root of the project. Like the service,
// the command reads `.env`.
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
  const folder = { directory, displayPath: relative('', directory) || '.', now: () => new Date() }
  const report = await checkFolder(folder, RESERVED_IDS).catch((error: Error) => error)
  if (report instanceof Error) {
    console.error(`${directory}: expected a folder of datasets, got ${report.message}`)
    return 1
  }
  for (const diagnostic of report.diagnostics) console.error(formatDiagnostic(diagnostic))
  for (const [category, columns] of Object.entries(report.ignoredColumns)) {
    console.error(`${category}: ignored columns: ${columns.join(', ')}`)
  }
  if (report.diagnostics.length > 0) {
    const count = report.diagnostics.length
    console.error(`${count} ${count === 1 ? 'diagnostic' : 'diagnostics'}`)
    return 1
  }
  console.table(report.summaries)
  return 0
}

/** Reads QUESTIONS_DIR from the environment or from `.env`. An empty value is ignored. */
function readQuestionsDir(): string {
  const path = resolve(root, '.env')
  const file = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  const { default: defaultPath } = QuestionsConfig.properties.QUESTIONS_DIR
  return process.env.QUESTIONS_DIR || file.QUESTIONS_DIR || String(defaultPath)
}
