// The command `check-data [folder]`: every problem of every dataset with file:line:column and exit code 1,
// or a table of what is there and exit code 0.
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Dataset,
  formatProblem,
  openBank,
  placeQuestions,
  readSources,
  reviewQuestions,
  sortProblems,
} from '@qb/core/questions'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const directory = resolve(process.argv[2] ?? resolve(root, 'external-resources/questions'))

process.exitCode = await checkData({ directory, shownAs: relative('', directory) || '.' }).catch(
  (error: Error) => {
    console.error(`${directory}: expected a folder of datasets, got ${error.message}`)
    return 1
  },
)

async function checkData(folder: { directory: string; shownAs: string }): Promise<number> {
  const options = { ...folder, now: () => new Date() }
  const statuses = (await openBank(options)).statuses()
  if (statuses.length === 0) throw new Error('none named Refined_<Name>_Questions.csv')
  const unreadable = statuses.flatMap((status) => status.problems)
  // A file that cannot be read has no questions to review.
  const reviewed = reviewQuestions((await readSources(options)).flatMap(placeQuestions))
  const problems = [...unreadable, ...sortProblems(reviewed)]
  for (const problem of problems) console.error(formatProblem(problem))
  for (const { category, dataset } of statuses) {
    const ignored = dataset?.ignoredColumns ?? []
    if (ignored.length > 0) console.error(`${category}: columns that are ignored: ${ignored.join(', ')}`)
  }
  if (problems.length > 0) {
    console.error(`${problems.length} problems`)
    return 1
  }
  console.table(
    Object.fromEntries(statuses.map(({ category, dataset }) => [category, dataset && summarise(dataset)])),
  )
  return 0
}

function summarise({ size, difficulty, topic, version }: Dataset) {
  const counts = Object.fromEntries([...difficulty].map(([value, rows]) => [value, rows.length]))
  return { questions: size, topics: topic.size, ...counts, version }
}
