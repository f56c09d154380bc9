// Reloads changed datasets at regular intervals. A scan starts after the previous scan has ended, so scans
// never overlap.
import {
  type DatasetChange,
  type DatasetStatus,
  formatDiagnostic,
  type QuestionBank,
} from '@qb/core/questions'
import type { Logger } from '@qb/http'

/** Maximum number of logged diagnostics of one dataset. The command `check-data` prints all diagnostics. */
const MAX_LOGGED_DIAGNOSTICS = 10

/**
 * A change is applied when two consecutive scans find it, so two scans must start within the maximum delay.
 */
const SCANS_PER_DELAY = 2.5

/** Reloads every change within `seconds`, until the process exits. `0` disables reloading. */
export function reloadRegularly(bank: QuestionBank, seconds: number, logger: Logger): void {
  if (seconds === 0) return
  setTimeout(
    async () => {
      await reloadOnce(bank, logger)
      reloadRegularly(bank, seconds, logger)
    },
    (seconds * 1000) / SCANS_PER_DELAY,
  ).unref()
}

/** Scans the folder once, reloads changed datasets, and logs the changes. */
export async function reloadOnce(bank: QuestionBank, logger: Logger): Promise<void> {
  const { error: previousError } = bank.lastScan()
  for (const change of await bank.reload()) logChange(change, logger)
  const { error } = bank.lastScan()
  if (error !== undefined && error !== previousError)
    logger.error({ error }, 'folder of the datasets cannot be scanned')
}

function logChange({ category, status }: DatasetChange, logger: Logger): void {
  if (!status) {
    logger.info({ category }, 'dataset removed')
    return
  }
  const { dataset, diagnostics } = status
  if (diagnostics.length === 0) {
    logger.info({ category, questions: dataset?.size, revision: dataset?.revision }, 'dataset loaded')
  }
  logStatus(status, logger)
}

/** Logs the diagnostics and the ignored columns of a dataset. Without any, nothing is logged. */
export function logStatus({ category, dataset, diagnostics }: DatasetStatus, logger: Logger): void {
  if (diagnostics.length > 0) {
    const first = diagnostics.slice(0, MAX_LOGGED_DIAGNOSTICS).map(formatDiagnostic)
    const message = dataset ? 'dataset invalid, last valid revision is served' : 'dataset invalid'
    logger.error({ category, diagnostics: diagnostics.length, first }, message)
  }
  const columns = dataset?.ignoredColumns ?? []
  if (columns.length > 0) logger.info({ category, columns }, 'columns ignored')
}
