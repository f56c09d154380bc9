// Says for people which files of the folder are not served, and which command helps. The log, health and the pages use it.
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import {
  type Diagnostic,
  formatFault,
  formatPublicDiagnostic,
  isImportable,
  type QuestionBank,
  readImportedName,
} from '@qb/core/questions'
import { QUESTIONS_PROGRAM } from '@qb/http/root'

/** Sheets that are not CSV. */
const SHEET = /\.(?:xlsx?|ods|numbers|tsv)$/i
/** A text can be a list of questions, or a note. */
const TEXT = /\.txt$/i
/** Documents that cannot be imported. */
const DOCUMENT = /\.(?:docx?|odt|pages|rtf|pdf)$/i

const quoteArgument = (text: string) =>
  /^[\w./\\:-]+$/.test(text) ? text : `"${text.replace(/["$`\\]/g, '\\$&')}"`

/** Formats a command for a person. @param replaces whether the CSV file exists, which an import replaces then */
export function formatCommand(name: string, path: string, replaces = /\.csv$/i.test(path)): string {
  const folder = dirname(path)
  const force = replaces ? ' --force' : ''
  const to = folder === '.' ? '' : ` --to ${quoteArgument(join(folder, '/'))}`
  return `\`${QUESTIONS_PROGRAM} ${name} ${quoteArgument(path)}${name === 'import' ? to + force : ''}\``
}

/** Replaces `questions check` and `questions import` in a message by commands that a person can run. */
export const nameCommands = (message: string, path: string): string =>
  message.replace(/`questions (check|import)`/g, (_, name: string) => formatCommand(name, path))

/** Visitors need not know where the folder is on the machine of the service. Its name shows which one it is. */
const hidePath = (path: string) => (isAbsolute(path) ? path.split(sep).slice(-2).join(sep) : path)

/** Describes the first diagnostics of a file without cells. */
export function describeDiagnostics(all: readonly Diagnostic[], max: number): string[] {
  return all.slice(0, max + 1).map((one, index) => {
    if (index === max) return `and ${all.length - max} more, which ${formatCommand('check', one.file)} prints`
    return nameCommands(formatPublicDiagnostic(one), one.file)
  })
}

/** Describes the diagnostics of a file for visitors, who read them below its name. Lines with the same fault are together. */
function describeLines(all: readonly Diagnostic[], path: string): string[] {
  const lines = new Map<string, number[]>()
  for (const one of all) {
    const fault = nameCommands(formatFault(one), path)
    lines.set(fault, [...(lines.get(fault) ?? []), one.line])
  }
  const described = [...lines].map(([fault, numbers]) => {
    const shown = numbers.slice(0, MAX_SHOWN).join(', ')
    return `Line${numbers.length === 1 ? '' : 's'} ${shown}${numbers.length > MAX_SHOWN ? ', …' : ''}: ${fault}`
  })
  if (described.length <= MAX_SHOWN) return described
  const rest = `and ${described.length - MAX_SHOWN} more faults, which ${formatCommand('check', path)} prints`
  return [...described.slice(0, MAX_SHOWN), rest]
}

/** Maximum number of faults of a file, and of lines with a fault, on a page. */
const MAX_SHOWN = 3

/** Whether one of the datasets has the category of a file that is none, so that an import replaces it. */
export function isImported(datasets: readonly { readonly category: string }[], path: string): boolean {
  const category = readImportedName(basename(path))?.category
  return datasets.some((dataset) => dataset.category === category)
}

/** Lists the files that are not served, or not as they are now. The lines below the first one say why, and what to do. */
export function listNotices(bank: QuestionBank): string[] {
  const rejected = bank.statuses().filter(({ diagnostics }) => diagnostics.length > 0)
  const { ignoredFiles } = bank.lastScan()
  const sheets = ignoredFiles.filter((name) => SHEET.test(name))
  const partly = rejected.find(
    ({ diagnostics, skippedRows, validRows }) => diagnostics !== skippedRows && validRows > 0,
  )
  const importOf = (name: string) =>
    formatCommand('import', hidePath(join(bank.displayPath, name)), isImported(bank.statuses(), name))
  return [
    ...rejected.map((status) => {
      const { path, dataset, diagnostics, skippedRows, validRows } = status
      const reasons = describeLines(diagnostics, hidePath(path))
      if (diagnostics === skippedRows)
        return [`${basename(path)} is served without invalid rows`, ...reasons].join('\n')
      const namesCommand = reasons.some((reason) => reason.includes(QUESTIONS_PROGRAM))
      return [
        `${basename(path)} is not served${dataset ? ' as it is now' : ''}`,
        ...reasons,
        ...(namesCommand ? [] : [`${formatCommand('check', hidePath(path))} says more`]),
        ...(status === partly
          ? [
              `To serve the valid questions of such files (${validRows} of this one), add the line \`QUESTIONS_SKIP_INVALID_ROWS=true\` to .env, and start again`,
            ]
          : []),
      ].join('\n')
    }),
    ...ignoredFiles
      .filter((name) => DOCUMENT.test(name))
      .map((name) => `${name} is not served\nSave its text as a .txt file, and import that file`),
    ...ignoredFiles
      .filter((name) => TEXT.test(name))
      .map((name) => `${name} is not served\nIf it has questions, import it with ${importOf(name)}`),
    ...sheets.map((name) => {
      if (isImported(bank.statuses(), name))
        return `${name} is newer than what is served\nImport it again with ${importOf(name)}`
      if (!isImportable(name)) return `${name} is not served\nSave it as .xlsx or CSV UTF-8`
      return `${name} is not served\nSave it as CSV UTF-8, or import it with ${importOf(name)}`
    }),
  ]
}
