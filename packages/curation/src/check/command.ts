// The command `questions check`. It prints what the service will serve, and every diagnostic.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatDiagnostic, scanFile, scanFolder } from '@qb/core/questions'
import type { CommandContext } from '../cli/context.ts'
import { count } from '../cli/count.ts'
import { showPath } from '../cli/show-path.ts'
import { checkFiles } from './check-files.ts'

export const CHECK_HELP = `Usage: questions check [file or folder] [options]

Checks datasets and prints what the service will serve. The default is the folder QUESTIONS_DIR.

An error is what the service rejects. A warning is a question that the review of curated datasets would change, such as
a duplicate. The service serves it.

Options:
  --strict    Exit with 1 for warnings as well
  -h, --help  Print this help`

/**
 * Runs the command.
 * @returns the exit code: 0 when every dataset is served, 1 when there are errors, or warnings with `--strict`, 2 for
 * invalid arguments
 */
export async function runCheck(args: readonly string[], context: CommandContext): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') {
    context.printError(parsed)
    return 2
  }
  if (parsed.help) {
    context.print(CHECK_HELP)
    return 0
  }
  const path = resolve(parsed.path ?? context.questionsDir)
  try {
    return await check(path, parsed.strict, context)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    context.printError(`${path}: expected a dataset or a folder of datasets, got ${(error as Error).message}`)
    return 1
  }
}

interface Arguments {
  readonly path?: string | undefined
  readonly strict: boolean
  readonly help: boolean
}

function readArguments(args: readonly string[]): Arguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const [path, ...others] = positionals
    if (others.length > 0)
      return `expected one file or folder, got ${positionals.length}; --help shows the usage`
    return { path, ...values }
  } catch (error) {
    return `${(error as Error).message}; --help shows the usage`
  }
}

async function check(path: string, strict: boolean, context: CommandContext): Promise<number> {
  const { print, printError } = context
  const now = () => new Date()
  const displayPath = showPath(path)
  const scan = statSync(path).isDirectory()
    ? await scanFolder({ directory: path, displayPath, now }, new Map())
    : { files: new Map([['', await scanFile(path, displayPath, now())]]), ignoredFiles: [] }
  if (scan.ignoredFiles.length > 0) print(`ignored files, expected *.csv: ${scan.ignoredFiles.join(', ')}`)
  if (scan.files.size === 0) {
    printError(`${displayPath}: expected at least one dataset (*.csv), got none`)
    return 1
  }
  const report = checkFiles(scan.files.values(), {
    reservedIds: context.reservedIds,
    ...(context.onProgress && { onProgress: context.onProgress }),
  })
  for (const diagnostic of report.errors) printError(`error: ${formatDiagnostic(diagnostic)}`)
  for (const diagnostic of report.warnings) printError(`warning: ${formatDiagnostic(diagnostic)}`)
  for (const [category, columns] of Object.entries(report.ignoredColumns)) {
    print(`${category}: ignored columns: ${columns.join(', ')}`)
  }
  context.printTable(report.summaries)
  const [errors, warnings] = [report.errors.length, report.warnings.length]
  print(`${count(errors, 'error')}, ${count(warnings, 'warning')}`)
  return errors > 0 || (strict && warnings > 0) ? 1 : 0
}
