// The commands `check` and `import`, as part of a program: `questions` of the workspace, or `question-bank` when it is
// installed.
import { AppError } from '@qb/core/errors'
import { runCheck } from '../check/command.ts'
import { runImport } from '../import/command.ts'
import { type CommandContext, readCommandConfig } from './context.ts'
import { showPath } from './text.ts'

/** A program that has the commands. */
export interface CommandProgram extends Pick<CommandContext, 'describeStart'> {
  readonly name: string
  /** The folder of `.env`, and the folder that `QUESTIONS_DIR` is relative to, absolute. */
  readonly root: string
  /** The folder of the datasets without `QUESTIONS_DIR`, relative to `root`. */
  readonly defaultDir?: string
}

const COMMANDS = new Map<string, typeof runCheck | typeof runImport>([
  ['check', runCheck],
  ['import', runImport],
])

/** Runs a command with its arguments. Returns the exit code, or undefined when the command is unknown. */
export async function runQuestionsCommand(
  [name = '', ...args]: readonly string[],
  { name: program, root, defaultDir, describeStart }: CommandProgram,
): Promise<number | undefined> {
  const run = COMMANDS.get(name)
  if (!run) return undefined
  try {
    return await run(args, {
      ...readCommandConfig(root, process.env, defaultDir),
      program,
      print: (line) => console.log(line),
      printError: (line) => console.error(line),
      printTable: (rows) => console.table(rows),
      ...(describeStart && { describeStart: (folder: string) => describeStart(showPath(folder)) }),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    return 1
  }
}
