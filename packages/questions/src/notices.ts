// Says for people which files of the folder are not served, and which command helps. The log, health and the pages use it.
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import {
  type Diagnostic,
  formatPublicDiagnostic,
  isImportable,
  type QuestionBank,
  readImportedName,
} from '@qb/core/questions'
import { QUESTIONS_PROGRAM } from '@qb/http/root'

/** Sheets that are not CSV. Other files of the folder need not be questions. */
const SHEET = /\.(?:xlsx?|ods|numbers|tsv)$/i
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

/** Describes the first diagnostics of a file without cells. @param isPage whether visitors read them below its name */
export function describeDiagnostics(all: readonly Diagnostic[], max: number, isPage = false): string[] {
  return all.slice(0, max + 1).map((one, index) => {
    const path = isPage ? hidePath(one.file) : one.file
    if (index === max) return `and ${all.length - max} more, which ${formatCommand('check', path)} prints`
    const text = formatPublicDiagnostic(one)
    return nameCommands(isPage ? text.replace(`${one.file}:`, 'Line ') : text, path)
  })
}

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
  return [
    ...rejected.map((status) => {
      const { path, dataset, diagnostics, skippedRows, validRows } = status
      const reasons = describeDiagnostics(diagnostics, 3, true)
      if (diagnostics === skippedRows)
        return [`${basename(path)} is served without invalid rows`, ...reasons].join('\n')
      const namesCommand = reasons.some((reason) => reason.includes(QUESTIONS_PROGRAM))
      return [
        `${basename(path)} is not served${dataset ? ' as it is now' : ''}`,
        ...reasons,
        ...(namesCommand ? [] : [`${formatCommand('check', hidePath(path))} says more`]),
        ...(status === partly
          ? [
              `To serve its other questions (${validRows}), add the line \`QUESTIONS_SKIP_INVALID_ROWS=true\` to .env, and start again`,
            ]
          : []),
      ].join('\n')
    }),
    ...ignoredFiles
      .filter((name) => DOCUMENT.test(name))
      .map((name) => `${name} is not served\nSave its text as a .txt file, and import that file`),
    ...sheets.map((name) => {
      const isOutdated = isImported(bank.statuses(), name)
      const command = formatCommand('import', hidePath(join(bank.displayPath, name)), isOutdated)
      if (isOutdated) return `${name} is newer than what is served\nImport it again with ${command}`
      if (!isImportable(name)) return `${name} is not served\nSave it as .xlsx or CSV UTF-8`
      return `${name} is not served\nSave it as CSV, or import it with ${command}`
    }),
  ]
}
