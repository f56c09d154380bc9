// A program that serves when its arguments are options, and runs a command when its first argument names one.
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withEnvFile } from '@qb/http'
import { findManagedAncestors, watchLaunchers } from '@qb/http/launchers'
import { ROOT } from '@qb/http/root'
import type { TObject } from '@sinclair/typebox'
import { type Descriptions, deriveOptions } from './options/config-option.ts'
import { formatHelp } from './options/format-help.ts'
import { readOptions } from './options/read-options.ts'
import { suggest } from './suggest.ts'
import { UsageError } from './usage-error.ts'

/** What a service needs to start. */
export interface ServeContext {
  /** Reads the variables: those of options override the environment, which overrides the file `.env` of the current folder. */
  readonly readEnvironment: () => Readonly<Record<string, string | undefined>>
  /** Returns how the operator has set a variable, or can set it. */
  readonly nameVariable: (variable: string) => string
  /** The current folder. */
  readonly folder: string
}

/** A program. */
export interface Program {
  readonly name: string
  /** The schema of the config. Its variables are the options. */
  readonly schema: TObject
  /** Descriptions for the help that replace those of the schema. */
  readonly descriptions: Descriptions
  /** What the help prints before the options. */
  readonly introduction: string
  /** What the help prints after the options. */
  readonly conclusion: string
  /** The commands, besides `serve`. Each returns the exit code. */
  readonly commands: Readonly<Record<string, (args: readonly string[]) => Promise<number> | number>>
  /** Starts the service. */
  readonly serve: (context: ServeContext) => Promise<void>
}

/** Runs a program with the arguments and the environment of this process, and sets its exit code. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const code = await run(program, args, environment)
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n${program.name} --help shows the usage\n`)
    process.exitCode = 2
  }
}

async function run(
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  const { schema, commands } = program
  const [command = ''] = args
  const runCommand = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (runCommand) return runCommand(args.slice(1))
  if (command !== '' && !command.startsWith('-') && command !== 'serve' && command !== 'help') {
    throw createUnknownCommand(command, ['serve', ...Object.keys(commands)])
  }
  const { options, secrets } = deriveOptions(schema, program.descriptions)
  const optionArgs = command === 'serve' ? args.slice(1) : args
  const line = command === 'help' ? ({ kind: 'help' } as const) : readOptions(optionArgs, options, schema)
  if (line.kind === 'help') {
    process.stdout.write(`${formatHelp({ ...program, options, secrets })}\n`)
    return 0
  }
  if (line.kind === 'version') {
    process.stdout.write(`${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}\n`)
    return 0
  }
  stopWithLaunchers()
  const folder = resolve()
  let variables: Readonly<Record<string, string | undefined>> | undefined
  await program.serve({
    readEnvironment() {
      variables = { ...withEnvFile(environment, join(folder, '.env')), ...line.variables }
      return variables
    },
    nameVariable(variable) {
      const option = options.find((candidate) => candidate.variable === variable)
      // Without variables, the file cannot be read, and the message is about a line of it.
      const isOption = line.variables[variable] !== undefined || (variables && !variables[variable])
      return option && isOption ? `--${option.name}` : variable
    },
    folder,
  })
  return undefined
}

function createUnknownCommand(command: string, names: readonly string[]): UsageError {
  const suggestion = suggest(command, names)
  const hint =
    suggestion === undefined ? `; expected one of: ${names.join(', ')}` : `; did you mean ${suggestion}?`
  return new UsageError(`unknown command: ${command}${hint}`)
}

/** On SIGTERM, npx exits without forwarding the signal to this process. The workers of a service end with it. */
function stopWithLaunchers(): void {
  if (cluster.isWorker) return
  watchLaunchers(findManagedAncestors(process.ppid), () => process.kill(process.pid, 'SIGTERM'))
}
