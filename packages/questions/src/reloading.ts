// Reloads changed datasets at regular intervals. A scan starts after the previous scan has ended, so scans
// never overlap.
import { join } from 'node:path'
import { type DatasetStatus, describePublicly, isImportable, type QuestionBank } from '@qb/core/questions'
import type { Logger } from '@qb/http'
import { describeDiagnostics, formatCommand, isImported, nameCommands } from './notices.ts'

/** Maximum number of logged diagnostics of one dataset. The command `questions check` prints all diagnostics. */
const MAX_LOGGED_DIAGNOSTICS = 10

/** Maximum number of logged names of ignored files. */
const MAX_LOGGED_FILES = 20

/** A change is applied when two consecutive scans find it, so two scans must start within the maximum delay. */
const SCANS_PER_DELAY = 2.5

/** Reloads every change within `seconds`, until the process exits or the signal is aborted. Never with `0`. */
export function reloadRegularly(
  bank: QuestionBank,
  options: { readonly seconds: number; readonly logger: Logger; readonly signal?: AbortSignal },
): void {
  const { seconds, logger, signal } = options
  if (seconds === 0 || signal?.aborted) return
  setTimeout(
    async () => {
      if (signal?.aborted) return
      try {
        await reloadOnce(bank, logger)
      } catch (error) {
        logger.error({ error: (error as Error).message }, 'reload failed')
      }
      reloadRegularly(bank, options)
    },
    (seconds * 1000) / SCANS_PER_DELAY,
  ).unref()
}

/** Scans the folder once, reloads changed datasets, and logs the changes. */
export async function reloadOnce(bank: QuestionBank, logger: Logger): Promise<void> {
  const before = bank.lastScan()
  for (const { category, status } of await bank.reload()) {
    const { dataset, diagnostics, skippedRows } = status ?? {}
    if (!status) logger.info({ category }, 'dataset removed')
    else if (dataset && (diagnostics?.length === 0 || diagnostics === skippedRows))
      logger.info({ category, questions: dataset.size, revision: dataset.publicRevision }, 'dataset loaded')
    if (status) logStatus(status, logger)
  }
  const { error, ignoredFiles } = bank.lastScan()
  const newFiles = ignoredFiles.filter((name) => !before.ignoredFiles.includes(name))
  logIgnoredFiles(newFiles, bank, logger)
  if (error !== undefined && error !== before.error)
    logger.error({ error }, 'folder of the datasets cannot be scanned')
}

/** Logs the state of the folder at start: invalid datasets, ignored files, and a folder without a dataset. */
export function logFolder(bank: QuestionBank, logger: Logger): void {
  const statuses = bank.statuses()
  for (const status of statuses) logStatus(status, logger)
  logIgnoredFiles(bank.lastScan().ignoredFiles, bank, logger)
  if (statuses.length === 0) logger.warn('folder has no dataset, /readyz returns 503')
}

/** Logs the files that are not datasets, such as JSON files, and how the first one that can be is converted. */
function logIgnoredFiles(names: readonly string[], bank: QuestionBank, logger: Logger): void {
  const files = names.slice(0, MAX_LOGGED_FILES)
  if (files.length === 0) return
  const first = files.find(isImportable)
  const path = first && join(bank.displayPath, first)
  const command =
    path && `; ${formatCommand('import', path, isImported(bank.statuses(), path))} converts questions`
  logger.warn({ files, total: names.length }, `files ignored, expected *.csv${command ?? ''}`)
}

/** Logs the diagnostics and the ignored columns of a dataset. Without any, nothing is logged. */
function logStatus(status: DatasetStatus, logger: Logger): void {
  const { category, path, dataset, diagnostics, skippedRows } = status
  if (diagnostics.length > 0) {
    const first = describeDiagnostics(diagnostics, MAX_LOGGED_DIAGNOSTICS)
    let message = `dataset is not served: ${first[0]}; ${formatCommand('check', path)} explains it`
    if (dataset) message = 'dataset invalid, last valid revision is served'
    if (dataset && skippedRows.length > 0) message = 'dataset invalid, it is served without the invalid rows'
    logger.error({ category, diagnostics: diagnostics.length, first }, message)
  }
  const warnings = describePublicly(dataset?.suspicions ?? []).map((text) => nameCommands(text, path))
  if (warnings.length > 0) logger.warn({ category, warnings }, 'dataset looks wrong')
  const columns = dataset?.ignoredColumns ?? []
  if (columns.length > 0) logger.info({ category, columns }, 'columns ignored')
}
