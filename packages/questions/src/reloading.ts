// Takes up changed datasets while requests are served: one look at the folder after the other, never two at once.
import { type DatasetStatus, formatProblem, type QuestionBank } from '@qb/core/questions'
import type { Logger } from '@qb/http'

/** How many problems of one dataset the log shows; check-data shows all. */
const MAX_LOGGED_PROBLEMS = 10

/** Looks at the folder every so many seconds for as long as the process lives; 0 is never. */
export function reloadRegularly(bank: QuestionBank, seconds: number, logger: Logger): void {
  if (seconds === 0) return
  setTimeout(async () => {
    await reloadOnce(bank, logger)
    reloadRegularly(bank, seconds, logger)
  }, seconds * 1000).unref()
}

/** Looks at the folder once; a folder that cannot be read leaves everything as it is. */
export async function reloadOnce(bank: QuestionBank, logger: Logger): Promise<void> {
  try {
    for (const status of await bank.reload()) {
      const { category, dataset, problems } = status
      if (problems.length === 0) {
        logger.info({ category, questions: dataset?.size, version: dataset?.version }, 'dataset taken up')
      }
      logStatus(status, logger)
    }
  } catch (error) {
    logger.error({ err: error }, 'the folder of datasets cannot be read; everything stays as it is')
  }
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
