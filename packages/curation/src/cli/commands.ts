// The commands `check` and `import`, as part of a program: `questions` of the workspace, or `question-bank` when it is
// installed.
import { runCheck } from '../check/command.ts'
import { runImport } from '../import/index.ts'
import type { CommandContext } from './context.ts'

/** Runs a command with its arguments. Returns the exit code, or undefined when the command is unknown. */
export async function runQuestionsCommand(
  [command = '', ...args]: readonly string[],
  context: CommandContext,
): Promise<number | undefined> {
  if (command === 'check' || command === 'check-data') return runCheck(args, context)
  if (command === 'import') return runImport(args, context)
  return undefined
}
