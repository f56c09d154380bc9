// Runs the commands `questions check` and `questions import`. Like the service, they read QUESTIONS_DIR from the
// environment or from `.env`.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { RESERVED_IDS } from '@qb/questions/app'
import { QuestionsConfig } from '@qb/questions/config'
import { runCheck } from '../check/command.ts'
import { runImport } from '../import/index.ts'
import type { CommandContext } from './context.ts'
import { createProgressBar } from './progress.ts'

const HELP = `Usage: questions <command>

Commands:
  check [file or folder]  Check datasets and print what the service will serve
  import <file>           Convert a file of questions to a dataset

questions <command> --help shows the options of a command.`

const root = fileURLToPath(new URL('../../../../', import.meta.url))

process.exitCode = await main(process.argv.slice(2))

async function main([command = '', ...args]: readonly string[]): Promise<number> {
  const onProgress = createProgressBar(process.stderr, () => performance.now())
  const context: CommandContext = {
    questionsDir: resolve(root, readQuestionsDir()),
    reservedIds: RESERVED_IDS,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    printTable: (rows) => console.table(rows),
    ...(onProgress && { onProgress }),
  }
  if (command === 'check') return runCheck(args, context)
  if (command === 'import') return runImport(args, context)
  const isHelp = ['', 'help', '--help', '-h'].includes(command)
  if (isHelp) context.print(HELP)
  else context.printError(`expected one of: check, import; got ${JSON.stringify(command)}\n\n${HELP}`)
  return isHelp && command !== '' ? 0 : 2
}

/** Reads QUESTIONS_DIR from the environment or from `.env`. An empty value is ignored. */
function readQuestionsDir(): string {
  const path = resolve(root, '.env')
  const file = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  const { default: defaultPath } = QuestionsConfig.properties.QUESTIONS_DIR
  return process.env.QUESTIONS_DIR || file.QUESTIONS_DIR || String(defaultPath)
}
