// A program that serves when its arguments are options, and runs a command when its first argument names one.

import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { readCommandLine } from '@qb/core/command-line'
import { type StartOptions, withEnvFile } from '@qb/http'
import { findLaunchers, watchLaunchers } from '@qb/http/launchers'
import { readVersion } from '@qb/http/root'

export interface Program {
  readonly name: string
  readonly help: string
  /** The variables that options set, by the name of the option. The others are set in the environment. */
  readonly options: Readonly<Record<string, string>>
  /** Arguments that stand for others, such as `--lan` for `--host lan`. */
  readonly shorthands?: ReadonlyMap<string, readonly string[]>
  /** The commands, besides `serve`. Each returns the exit code. */
  readonly commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>>
  /** Starts the service. Options override the environment, which overrides the file `.env` of the current folder. */
  readonly serve: (options: StartOptions) => Promise<void>
}

/** An error of the command line. The program prints its message and exits with code 2. */
export class UsageError extends Error {}

/** Runs a program with the arguments and the environment of this process, and sets its exit code. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { name, help, options, shorthands, commands, serve } = program
  const expanded = args.flatMap((arg) => shorthands?.get(arg) ?? arg)
  const [command = '', ...rest] = expanded
  try {
    if (Object.hasOwn(commands, command)) {
      process.exitCode = await commands[command]?.(rest)
      return
    }
    const line = readOptions(program, command === 'serve' ? rest : expanded)
    if (line.help) return void process.stdout.write(`${help}\n`)
    if (line.version) return void process.stdout.write(`${readVersion()}\n`)
    // On SIGTERM, npx exits without forwarding the signal to this process. The workers of a service end with it.
    if (!cluster.isWorker)
      watchLaunchers(findLaunchers(process.ppid), () => process.kill(process.pid, 'SIGTERM'))
    const given = Object.entries(options).filter(([option]) => line[option] !== undefined)
    const variables = Object.fromEntries(given.map(([option, variable]) => [variable, String(line[option])]))
    await serve({
      readEnvironment: () => ({ ...withEnvFile(environment, resolve('.env')), ...variables }),
      nameVariable(variable, isSet) {
        const [option] =
          (isSet ? given : Object.entries(options)).find((entry) => entry[1] === variable) ?? []
        return option === undefined ? variable : `--${option}`
      },
      folder: resolve(),
    })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n${name} --help shows the usage\n`)
    process.exitCode = 2
  }
}

/** Reads the options. @throws UsageError for unknown options and commands, and for options without a value */
function readOptions({ options, commands }: Program, args: readonly string[]) {
  const known = Object.keys(options).map((name) => [name, { type: 'string' }] as const)
  try {
    const { values, positionals } = readCommandLine({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(known),
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
    const [word] = positionals
    if (word !== undefined && word !== 'help') {
      const names = ['serve', ...Object.keys(commands)].join(', ')
      throw new UsageError(`unknown command: ${word}; expected one of: ${names}`)
    }
    // The config would use the default of a variable that is empty.
    const line: Readonly<Record<string, unknown>> = values
    const empty = Object.entries(line).find(([, value]) => value === '')
    if (empty) throw new UsageError(`--${empty[0]}: expected a value, got nothing`)
    return word === 'help' ? { help: true } : line
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw code.startsWith('ERR_PARSE_ARGS') ? new UsageError(message) : error
  }
}
