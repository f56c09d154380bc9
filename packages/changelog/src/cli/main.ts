// The command `changelog` of the workspace.
import { join } from 'node:path'
import { withEnvFile } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { runChangelogCommand } from './commands.ts'

const environment = withEnvFile(process.env, join(ROOT, '.env'))
process.exitCode = await runChangelogCommand(process.argv.slice(2), 'changelog', environment)
