// What the commands depend on, so that tests can replace it: the config that they share with the service, and the output.
import { resolve } from 'node:path'
import { readConfig, withEnvFile } from '@qb/http'
import { QuestionsConfig } from '@qb/questions/config'
import { Type } from '@sinclair/typebox'

/**
 * Runs a command whose arguments were read. Returns its exit code: 2 for invalid arguments, and 0 for its help.
 * @param parsed a function that reads the arguments, and throws an error about invalid ones
 */
export async function runParsed<T extends { readonly help: boolean }>(
  parse: () => T,
  help: (program: string) => string,
  { program, print, printError }: CommandContext,
  run: (parsed: T) => Promise<number>,
): Promise<number> {
  let parsed: T
  try {
    parsed = parse()
  } catch (error) {
    printError(`${(error as Error).message}\n--help shows the usage`)
    return 2
  }
  if (!parsed.help) return await run(parsed)
  print(help(program))
  return 0
}

/** The environment of a command. */
export interface CommandContext {
  /** The folder of the datasets, absolute. */
  readonly questionsDir: string
  /** Whether the service serves a dataset without its invalid rows. */
  readonly skipInvalidRows: boolean
  /** The name of the program, such as `questions`. */
  readonly program: string
  /** Describes how the service is started with the datasets of a folder. Default: with `QUESTIONS_DIR`. */
  readonly describeStart?: (folder: string) => string
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly printTable: (rows: object) => void
}

const SHARED = Type.Pick(QuestionsConfig, ['QUESTIONS_DIR', 'QUESTIONS_SKIP_INVALID_ROWS'])

/**
 * Reads the config as the service does: from the environment or from the file `.env` in `root`.
 * @throws AppError `config/invalid` when the service would reject a variable
 */
export function readCommandConfig(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  defaultDir?: string,
): Pick<CommandContext, 'questionsDir' | 'skipInvalidRows'> {
  const variables = withEnvFile(environment, resolve(root, '.env'))
  const config = readConfig(SHARED, { ...variables, QUESTIONS_DIR: variables.QUESTIONS_DIR || defaultDir })
  return {
    questionsDir: resolve(root, config.QUESTIONS_DIR),
    skipInvalidRows: config.QUESTIONS_SKIP_INVALID_ROWS,
  }
}
