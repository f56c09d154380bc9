// Runs the commands `questions check` and `questions import`. Like the service, they read their config from the
// environment or from `.env`.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RESERVED_IDS } from '@qb/questions/app'
import { runQuestionsCommand } from './commands.ts'
import type { CommandContext } from './context.ts'
import { createProgressBar } from './progress.ts'
import { readCommandConfig } from './read-config.ts'

const HELP = `Usage: questions <command>

Commands:
  check [file or folder]  Check datasets and print what the service will serve
  import <file>           Convert a file of questions to a dataset

questions <command> --help shows the options of a command.`

const root = fileURLToPath(new URL('../../../../', import.meta.url))

// pnpm runs a script in the root folder. A path of the command line is relative to the folder of the user.
const { npm_lifecycle_event: script, INIT_CWD: userFolder } = process.env
if (userFolder && ['questions', 'check-data'].includes(script ?? '')) process.chdir(userFolder)

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const onProgress = createProgressBar(process.stderr, () => performance.now())
  const context: CommandContext = {
    program: 'questions',
    ...readCommandConfig(root, process.env),
    curated: {
      questionsDir: join(root, 'external-resources/questions'),
      ratingsDir: join(root, 'packages/curation/ratings'),
    },
    reservedIds: RESERVED_IDS,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    printTable: (rows) => console.table(rows),
    ...(onProgress && { onProgress }),
  }
  const code = await runQuestionsCommand(args, context)
  if (code !== undefined) return code
  const [command = ''] = args
  const isHelp = ['', 'help', '--help', '-h'].includes(command)
  if (isHelp) context.print(HELP)
  else context.printError(`expected one of: check, import; got ${JSON.stringify(command)}\n\n${HELP}`)
  return isHelp && command !== '' ? 0 : 2
}
