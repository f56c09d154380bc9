// The command `questions import`. Only this file reads and writes files; dataset-path.ts reads folders.

import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readCommandLine } from '@qb/core/command-line'
import {
  type Acceptance,
  type AnsweredQuestion,
  ImportError,
  isImportable,
  refusal,
  TARGETS,
  type Target,
} from '@qb/core/questions'
import { type CommandContext, runParsed } from '../cli/context.ts'
import { showPath } from '../cli/text.ts'
import { findDatasetPath } from './dataset-path.ts'
import { createDatasetAcceptance, importQuestions } from './import-questions.ts'
import { describeImport, findConflicts } from './report.ts'
import { describeReplacement, formatDataset } from './write-dataset.ts'

export const formatImportHelp = (program: string) => `Usage: ${program} import <file or folder>... [options]

Converts a file of questions to a dataset. Reads workbooks of Excel (.xlsx), Open Trivia DB JSON, The Trivia API JSON,
JSON arrays of objects, CSV separated by commas, semicolons, tabs or bars, lists of questions as text, GIFT, Aiken, and
Moodle XML, in UTF-8, UTF-16 or another encoding.

Options:
  --to <name or path>    The dataset to write: a name such as trivia.csv, which is in QUESTIONS_DIR, or a path with a
                         slash, such as ./trivia.csv, or a folder. Default: <name of the file>.csv in QUESTIONS_DIR
  --map <column=target>  What a column contains, comma-separated. Targets: ${TARGETS.join(', ')}
  --answers <kind>       text, letter or number: what an answer is that can be the text of one option and the place of
                         another one
  --from <0|1>           The number of the first option, when answers are numbers
  --options <all|wrong>  Whether the options include the correct answer, or are only the wrong ones
  --separator <text>     What separates options in one cell, such as ","
  --header <yes|no>      Whether the first line has the names of the columns. Default: it is detected. Without
                         names, --map names columns by number: --map "1=question,2=correct_answer"
  --sheet <name>         The sheet of a workbook. Default: the first one
  --locale <name>        The locale in which a workbook shows numbers and dates, and of the words for true and false,
                         such as fr. Default: that of the language of its texts
  --encoding <name>      The encoding of the file, such as shift_jis. Default: it is detected
  --decode-html          Decode HTML entities. Always on for Open Trivia DB
  --force                Replace an existing dataset
  --dry-run              Print the report only
  -h, --help             Print this help`

/** Returns the exit code: 1 when the file cannot be imported, 2 for invalid arguments. */
export const runImport = (args: readonly string[], context: CommandContext) =>
  runParsed(
    () => readArguments(args),
    formatImportHelp,
    context,
    async (parsed) => {
      try {
        return await importFiles(parsed, context)
      } catch (error) {
        const { code, message, path } = error as NodeJS.ErrnoException
        if (!(error instanceof ImportError) && code === undefined) throw error
        const [only, ...others] = parsed.paths
        const reason = code === 'ENOENT' ? 'expected a file or a folder, got none' : message
        context.printError(
          code !== undefined ? `${path}: ${reason}` : `${others.length === 0 ? `${only}: ` : ''}${reason}`,
        )
        return 1
      }
    },
  )

type Arguments = ReturnType<typeof readArguments>

/** @throws Error for invalid arguments */
function readArguments(args: readonly string[]) {
  const { values, positionals } = readCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      map: { type: 'string', multiple: true, default: [] },
      answers: { type: 'string' },
      from: { type: 'string' },
      options: { type: 'string' },
      separator: { type: 'string' },
      header: { type: 'string' },
      sheet: { type: 'string' },
      locale: { type: 'string' },
      encoding: { type: 'string' },
      'decode-html': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (!values.help && positionals.length === 0) throw new Error('expected a file, got none')
  if (positionals.length > 1 && values.to === undefined) {
    const missing = positionals.find((path) => !fs.existsSync(path))
    if (missing === undefined)
      throw new Error('--to: expected the name of the dataset for several files, got none')
    throw new Error(
      `expected files, got no ${JSON.stringify(missing)}; a path with spaces needs quotation marks`,
    )
  }
  const header = readChoice('header', values.header, ['yes', 'no'])
  const from = readChoice('from', values.from, ['0', '1'])
  return {
    ...values,
    paths: positionals,
    hasHeader: header && header === 'yes',
    mapping: readMapping(values.map),
    answers: readChoice('answers', values.answers, ['text', 'letter', 'number']),
    from: from && (from === '0' ? 0 : 1),
    options: readChoice('options', values.options, ['all', 'wrong']),
  } as const
}

function readChoice<T extends string>(name: string, value: string | undefined, choices: readonly T[]) {
  const choice = choices.find((candidate) => candidate === value)
  if (value === undefined || choice !== undefined) return choice
  throw new Error(`--${name}: expected ${choices.join(' or ')}, got ${JSON.stringify(value)}`)
}

function readMapping(values: readonly string[]): Map<string, Target> {
  const pairs = values
    // The name of a column can have a comma.
    .flatMap((value) => value.split(/(?<==\s*\w+\s*),/))
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

async function importFiles(args: Arguments, context: CommandContext): Promise<number> {
  const files = args.paths.flatMap(listFiles).filter((file, _, all) => all.length === 1 || !isLock(file))
  const [first] = files
  if (first === undefined) throw refusal('files of questions', 'an empty folder')
  if (files.length > 1 && args.to === undefined)
    throw refusal('the name of the dataset for several files', 'none', '--to')
  if (isLock(first))
    throw refusal('a workbook', `the lock file of Excel beside ${basename(first).slice(2)}; import that`)
  const target = findDatasetPath(first, args.to, context.questionsDir)
  const accept = createDatasetAcceptance()
  const read: { name: string; questions: readonly AnsweredQuestion[] }[] = []
  for (const file of files) {
    const result = await readFile(file, args, accept, context)
    for (const line of describeImport(result, basename(file))) context.print(line)
    read.push({ name: basename(file), questions: result.questions })
  }
  const { rivals, lines } = files.length > 1 ? findConflicts(read) : { rivals: new Set(), lines: [] }
  for (const line of lines) context.print(line)
  const questions = read.flatMap((file) => file.questions).filter((question) => !rivals.has(question))
  const { path, category, rival, exists } = target
  if (exists)
    for (const line of await describeReplacement(fs.readFileSync(path, 'utf8'), questions))
      context.print(line)
  if (args['dry-run']) {
    context.print(`nothing was written; without --dry-run: ${showPath(path)}, category ${category}`)
    return 0
  }
  const isItself = exists && files.some((file) => fs.realpathSync(file) === fs.realpathSync(path))
  if (exists && !args.force) {
    const other = args.sheet === undefined ? '' : '--to <name>.csv writes this sheet to another dataset, and '
    const got = isItself
      ? 'the file itself, which is in the folder already; --force replaces it by what import reads, and --to <name>.csv writes a copy'
      : `${showPath(path)}, which exists; ${other}--force replaces it`
    throw new ImportError(`expected a new dataset, got ${got}`)
  }
  if (rival !== undefined && !exists) {
    throw new ImportError(
      `expected a new category, got ${category}, which ${JSON.stringify(rival)} has; choose another name with --to <name>.csv`,
    )
  }
  if (isItself) context.print(`kept the file as it was: ${showPath(keepOriginal(path))}`)
  replaceFile(path, questions)
  context.print(`wrote ${showPath(path)}: category ${category}`)
  if (rival === undefined) context.print(describeServing(path, category, context))
  else
    context.printError(
      `warning: it is not served, because ${JSON.stringify(rival)} has the same category; rename one of them`,
    )
  return 0
}

/** Excel writes a file such as `~$rivers.xlsx` beside a workbook while it is open. */
const isLock = (file: string) => basename(file).startsWith('~$')

/** The files of a folder that can have questions, or a file itself. */
function listFiles(path: string): string[] {
  if (!fs.statSync(path).isDirectory()) return [path]
  return fs
    .readdirSync(path)
    .filter((name) => /^[^.~]/.test(name) && isImportable(name))
    .sort()
    .map((name) => join(path, name))
}

/** @throws ImportError whose message starts with the name of the file when there are several */
async function readFile(file: string, args: Arguments, accept: Acceptance, { printError }: CommandContext) {
  const settings = { ...args, name: basename(file), decodeHtml: args['decode-html'] }
  const report = (count: number) =>
    printError(`${count.toLocaleString('en')} records of ${basename(file)} read`)
  try {
    return await importQuestions(fs.readFileSync(file), settings, accept, report)
  } catch (error) {
    if (!(error instanceof ImportError) || (args.paths.length === 1 && args.paths[0] === file)) throw error
    throw new ImportError(`${file}: ${error.message}`)
  }
}

/** Describes where the service returns the questions, or what to do so that it does. */
function describeServing(path: string, category: string, context: CommandContext): string {
  const { questionsDir, describeStart } = context
  const folder = dirname(path)
  if (describeStart) return `to serve it: ${describeStart(folder)}`
  const served = `a service that serves ${showPath(folder)} returns it at /api/v1/questions/${encodeURIComponent(category)}, and its quiz at /quiz/ offers it`
  return folder === questionsDir ? served : `${served}; QUESTIONS_DIR=${folder} starts it with this folder`
}

/** Copies a file that its own questions replace, because a dataset has less than a sheet. Returns the path of the copy. */
function keepOriginal(path: string, number = 1): string {
  const copy = `${path}.original${number > 1 ? `-${number}` : ''}`
  if (fs.existsSync(copy)) return keepOriginal(path, number + 1)
  fs.copyFileSync(path, copy)
  return copy
}

/** A service that reads the folder never sees a half-written dataset. */
function replaceFile(path: string, questions: readonly AnsweredQuestion[]): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    fs.writeFileSync(temporary, '')
    for (const part of formatDataset(questions)) fs.appendFileSync(temporary, part)
    fs.renameSync(temporary, path)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}
