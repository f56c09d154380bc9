// The command `questions import`. Only this file reads and writes files; dataset-path.ts reads folders.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ImportError, TARGETS, type Target } from '@qb/core/questions'
import type { CommandContext } from '../cli/context.ts'
import { showPath } from '../cli/text.ts'
import { findDatasetPath, proposeName } from './dataset-path.ts'
import { importQuestions } from './import-questions.ts'
import { describeImport } from './report.ts'

export const formatImportHelp = (program: string) => `Usage: ${program} import <file> [options]

Converts a file of questions to a dataset. Reads workbooks of Excel (.xlsx), Open Trivia DB JSON, The Trivia API JSON,
JSON arrays of objects, and CSV separated by commas, semicolons, tabs or bars, in UTF-8, UTF-16 or another encoding.

Options:
  --to <name or path>    The dataset to write: a name such as trivia.csv, which is in QUESTIONS_DIR, or a path with a
                         slash, such as ./trivia.csv, or a folder. Default: <name of the file>.csv in QUESTIONS_DIR
  --map <column=target>  What a column contains, comma-separated. Targets: ${TARGETS.join(', ')}
  --answers <kind>       text, letter or number: what an answer is that can be the text of one option and the place of
                         another one
  --from <0|1>           The number of the first option, when answers are numbers
  --options <all|wrong>  Whether the options include the correct answer, or are only the wrong ones
  --separator <text>     What separates options in one cell, such as ","
  --sheet <name>         The sheet of a workbook. Default: the first one
  --encoding <name>      The encoding of the file, such as shift_jis. Default: it is detected
  --decode-html          Decode HTML entities. Always on for Open Trivia DB
  --force                Replace an existing dataset
  --dry-run              Print the report only
  -h, --help             Print this help`

/** Returns the exit code: 1 when the file cannot be imported, 2 for invalid arguments. */
export async function runImport(args: readonly string[], context: CommandContext): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') {
    context.printError(parsed)
    return 2
  }
  if (parsed.help) {
    context.print(formatImportHelp(context.program))
    return 0
  }
  try {
    return await importFile(parsed, context)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!(error instanceof ImportError) && code === undefined) throw error
    context.printError(`${parsed.file}: ${message}`)
    return 1
  }
}

type Arguments = Exclude<ReturnType<typeof readArguments>, string>

/** Reads the arguments, or returns a message about invalid ones. */
function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        map: { type: 'string', multiple: true, default: [] },
        answers: { type: 'string' },
        from: { type: 'string' },
        options: { type: 'string' },
        separator: { type: 'string' },
        sheet: { type: 'string' },
        encoding: { type: 'string' },
        'decode-html': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const [file = '', ...others] = positionals
    if (!values.help && (file === '' || others.length > 0)) {
      return `expected one file, got ${positionals.length}; --help shows the usage`
    }
    return {
      ...values,
      file,
      mapping: readMapping(values.map),
      answers: readChoice('answers', values.answers, ['text', 'letter', 'number']),
      from: readFirstNumber(values.from),
      options: readChoice('options', values.options, ['all', 'wrong']),
    }
  } catch (error) {
    return `${(error as Error).message}; --help shows the usage`
  }
}

function readFirstNumber(value: string | undefined): 0 | 1 | undefined {
  const number = readChoice('from', value, ['0', '1'])
  if (number === undefined) return undefined
  return number === '0' ? 0 : 1
}

function readChoice<T extends string>(name: string, value: string | undefined, choices: readonly T[]) {
  const choice = choices.find((candidate) => candidate === value)
  if (value === undefined || choice !== undefined) return choice
  throw new Error(`--${name}: expected ${choices.join(' or ')}, got ${JSON.stringify(value)}`)
}

function readMapping(values: readonly string[]): Map<string, Target> {
  const pairs = values
    .flatMap((value) => value.split(','))
    .map((pair) => {
      const at = pair.lastIndexOf('=')
      const target = pair.slice(at + 1).trim()
      if (at < 1 || !isTarget(target)) {
        throw new Error(
          `--map: expected <column>=<target> with one of: ${TARGETS.join(', ')}; got ${JSON.stringify(pair)}`,
        )
      }
      return [pair.slice(0, at).trim(), target] as const
    })
  return new Map(pairs)
}

function isTarget(text: string): text is Target {
  return (TARGETS as readonly string[]).includes(text)
}

async function importFile(args: Arguments, context: CommandContext): Promise<number> {
  const target = findDatasetPath(args.file, args.to, context.questionsDir)
  const result = await importQuestions(readFileSync(args.file), { ...args, decodeHtml: args['decode-html'] })
  for (const line of describeImport(result, basename(args.file))) context.print(line)
  if (args['dry-run']) return 0
  const { path, category, rival, exists } = target
  if (exists && !args.force) {
    throw new ImportError(`expected a new dataset, got ${showPath(path)}, which exists; --force replaces it`)
  }
  if (rival !== undefined && !exists) {
    throw new ImportError(
      `expected a new category, got ${category}, which ${JSON.stringify(rival)} has; choose another name, such as --to ${proposeName(target)}`,
    )
  }
  replaceFile(path, result.csv)
  context.print(`wrote ${showPath(path)}: category ${category}`)
  if (rival === undefined) context.print(describeServing(path, category, context))
  else
    context.printError(
      `warning: it is not served, because ${JSON.stringify(rival)} has the same category; rename one of them`,
    )
  return 0
}

/** Describes where the service returns the questions, or what to do so that it does. */
function describeServing(path: string, category: string, context: CommandContext): string {
  const { questionsDir, describeStart } = context
  const folder = dirname(path)
  if (describeStart) return `to serve it: ${describeStart(folder)}`
  if (folder === questionsDir) {
    return `a running service returns it at /api/v1/questions/${encodeURIComponent(category)}, and the quiz at /quiz/ offers it`
  }
  return `to serve it, copy it to ${showPath(questionsDir)}, or start the service with QUESTIONS_DIR=${folder}`
}

/** A service that reads the folder never sees a half-written dataset. */
function replaceFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
