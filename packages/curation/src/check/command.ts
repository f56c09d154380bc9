// The command `questions check`. It prints what the service will serve, and every diagnostic.

import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readCommandLine } from '@qb/core/command-line'
import {
  count,
  countKnownColumns,
  formatDiagnostic,
  listFolder,
  nameFile,
  readCategoryName,
  type ScannedFile,
  scanFile,
} from '@qb/core/questions'
import { formatCommand, isImported, nameCommands } from '@qb/questions/notices'
import { type CommandContext, runParsed } from '../cli/context.ts'
import { showPath, showText } from '../cli/text.ts'
import { checkFiles } from './check-files.ts'

export const formatCheckHelp = (program: string) => `Usage: ${program} check [file or folder] [options]

Checks datasets and prints what the service will serve. The default is the folder QUESTIONS_DIR.

An error is what the service rejects. A warning is what looks wrong although the service serves it, such as a question
that repeats another one.

Options:
  --strict    Exit with 1 for warnings as well
  -h, --help  Print this help`

/** Returns the exit code: 1 for errors, or for warnings with `--strict`; 2 for invalid arguments. */
export const runCheck = (args: readonly string[], context: CommandContext) =>
  runParsed(
    () => readArguments(args),
    formatCheckHelp,
    context,
    async ({ path: given, strict }) => {
      const path = resolve(given ?? context.questionsDir)
      if (given === undefined) context.print(`checking ${showPath(path)}`)
      try {
        return await check(path, strict, context)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        const got = code === 'ENOENT' ? 'nothing at this path' : message
        context.printError(`${path}: expected a dataset or a folder of datasets, got ${got}`)
        return 1
      }
    },
  )

/** @throws Error for invalid arguments */
function readArguments(args: readonly string[]) {
  const { values, positionals } = readCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [path, ...others] = positionals
  if (others.length > 0) throw new Error(`expected one file or folder, got ${positionals.length}`)
  return { path, ...values }
}

async function check(path: string, strict: boolean, context: CommandContext): Promise<number> {
  const { print, printError } = context
  const displayPath = showPath(path)
  const isFolder = statSync(path).isDirectory()
  const { files, ignoredFiles } = isFolder
    ? await listFolder({ directory: path, displayPath })
    : { files: [nameFile(path, displayPath)], ignoredFiles: [] }
  describeIgnored([...ignoredFiles, ...(isFolder ? findNested(path) : [])], files, displayPath, context)
  if (files.length === 0) {
    printError(`${displayPath}: expected at least one dataset (*.csv), got none`)
    return 1
  }
  const scanned: ScannedFile[] = []
  for (const file of files) scanned.push(await scanFile(file, { now: () => new Date() }))
  const report = await checkFiles(scanned, context.skipInvalidRows)
  const { errors, warnings } = report
  for (const diagnostic of errors)
    printError(`error: ${showText(nameCommands(formatDiagnostic(diagnostic), diagnostic.file))}`)
  for (const diagnostic of warnings) printError(`warning: ${showText(formatDiagnostic(diagnostic))}`)
  for (const [category, columns] of Object.entries(report.ignoredColumns)) {
    print(`${showText(category)}: ignored columns: ${columns.map(showText).join(', ')}`)
  }
  if (Object.values(report.ignoredColumns).some((columns) => countKnownColumns(columns) > 0)) {
    print(`${formatCommand('import', displayPath)} reads columns with other names, such as Level`)
  }
  context.printTable(report.summaries)
  print(`${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}`)
  return errors.length > 0 || (strict && warnings.length > 0) ? 1 : 0
}

/** Finds CSV files in the folders of a folder, which the service does not read. */
function findNested(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      try {
        return readdirSync(join(path, name)).map((file) => join(name, file))
      } catch {
        // The service does not read the folder either.
        return []
      }
    })
    .filter((file) => readCategoryName(basename(file)))
    .sort()
}

function describeIgnored(
  ignored: readonly string[],
  files: readonly Pick<ScannedFile, 'category'>[],
  folder: string,
  { print }: CommandContext,
): void {
  if (ignored.length === 0) return
  print(`ignored files, expected names such as trivia.csv in the folder: ${ignored.map(showText).join(', ')}`)
  const converted = ignored.find((file) => /\.(?:json|xlsx)$/i.test(file))
  if (converted !== undefined) {
    const replaces = isImported(files, converted)
    const verb = replaces ? 'reads it again' : 'converts it'
    print(`${formatCommand('import', join(folder, converted), replaces)} ${verb}`)
  }
  if (ignored.some((file) => /\.(?:xls|ods)$/i.test(file))) print('save the workbook as .xlsx or “CSV UTF-8”')
}
