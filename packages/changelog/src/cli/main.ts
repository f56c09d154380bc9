// Implements the command `changelog`. It creates an API key, or runs the client flow against a running
// service.
import { join } from 'node:path'
import { withEnvFile } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { EXIT_CODES, formatUsage, isUsageError, runChangelogCommand } from './commands.ts'

const USAGE = `usage:\n${formatUsage('changelog')}\n\n${EXIT_CODES}`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!isUsageError(error)) throw error
  console.error(`${error.message}\n\n${USAGE}`)
  return 2
})

async function main(args: readonly string[]): Promise<number> {
  const [command] = args
  if (command === 'help' || args.includes('--help') || args.includes('-h')) {
    console.log(USAGE)
    return 0
  }
  const code = await runChangelogCommand(args, {
    environment: withEnvFile(process.env, join(ROOT, '.env')),
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
  })
  if (code !== undefined) return code
  console.error(`${command ? `unknown command: ${command}` : 'expected a command, got nothing'}\n\n${USAGE}`)
  return 2
}
