// Runs the commands `questions check` and `questions import`. Like the service, they read their config from the
// environment or from `.env`.
import { fileURLToPath } from 'node:url'
import { runQuestionsCommand } from './commands.ts'

const HELP = `Usage: questions <command>

Commands:
  check [file or folder]  Check datasets and print what the service will serve
  import <file>           Convert a file of questions to a dataset

questions <command> --help shows the options of a command.`

const root = fileURLToPath(new URL('../../../../', import.meta.url))

// pnpm runs a script in the root folder. A path of the command line is relative to the folder of the user.
const { npm_lifecycle_event: script, INIT_CWD: userFolder } = process.env
if (userFolder && script === 'questions') process.chdir(userFolder)

const args = process.argv.slice(2)
process.exitCode = (await runQuestionsCommand(args, { name: 'questions', root })) ?? printHelp(args)

function printHelp([command = '']: readonly string[]): number {
  const isHelp = ['', 'help', '--help', '-h'].includes(command)
  if (isHelp) console.log(HELP)
  else console.error(`expected one of: check, import; got ${JSON.stringify(command)}\n\n${HELP}`)
  return isHelp && command !== '' ? 0 : 2
}
