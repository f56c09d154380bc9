// Takes up changed datasets while requests are served: one look at the folder after the other, never two at once.
import { type DatasetChange, type DatasetStatus, formatProblem, type QuestionBank } from '@qb/core/questions'
import type { Logger } from '@qb/http'

/** How many problems of one dataset the log shows; check-data shows all. */
const MAX_LOGGED_PROBLEMS = 10

/** A change counts when two looks in a row found it, so two have to fit into the time that is promised. */
const LOOKS_IN_THE_TIME = 2.5

/** Takes up every change within so many seconds for as long as the process lives; 0 is never. */
export function reloadRegularly(bank: QuestionBank, seconds: number, logger: Logger): void {
  if (seconds === 0) return
  setTimeout(
    async () => {
      await reloadOnce(bank, logger)
      reloadRegularly(bank, seconds, logger)
    },
    (seconds * 1000) / LOOKS_IN_THE_TIME,
  ).unref()
}

/** Looks at the folder once, and writes down what changed. */
export async function reloadOnce(bank: QuestionBank, logger: Logger): Promise<void> {
  const { problem: before } = bank.lastLook()
  for (const change of await bank.reload()) logChange(change, logger)
  const { problem } = bank.lastLook()
  if (problem !== undefined && problem !== before) logger.error({ problem }, 'nothing can be taken up')
}

function logChange({ category, status }: DatasetChange, logger: Logger): void {
  if (!status) {
    logger.info({ category }, 'dataset gone')
    return
  }
  const { dataset, problems } = status
  if (problems.length === 0) {
    logger.info({ category, questions: dataset?.size, version: dataset?.version }, 'dataset taken up')
  }
  logStatus(status, logger)
}

/** Writes down what is wrong with a dataset, or ignored of it. */
export function logStatus({ category, dataset, problems }: DatasetStatus, logger: Logger): void {
  if (problems.length > 0) {
    const first = problems.slice(0, MAX_LOGGED_PROBLEMS).map(formatProblem)
    const message = dataset ? 'dataset refused, the last good version is served' : 'dataset refused'
    logger.error({ category, problems: problems.length, first }, message)
  }
  const columns = dataset?.ignoredColumns ?? []
  if (columns.length > 0) logger.info({ category, columns }, 'columns ignored')
}
