// The command `changelog` of the workspace. Its bundle is in the same folder.
import { fileURLToPath } from 'node:url'
import { withEnvFile } from '@qb/http'
import { runChangelogCommand } from './commands.ts'

const environment = withEnvFile(process.env, fileURLToPath(new URL('../../../../.env', import.meta.url)))
process.exitCode = await runChangelogCommand(process.argv.slice(2), 'changelog', environment)
