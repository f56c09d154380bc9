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
const directory = resolve(
  process.argv[2] ?? process.env.QUESTIONS_DIR ?? resolve(root, 'external-resources/questions'),
)

const folder = { directory, shownAs: relative('', directory) }
const statuses = (await openBank({ ...folder, now: () => new Date() })).statuses()
const unreadable = statuses.flatMap((status) => status.problems)
// A file that cannot be read has no questions to review.
const reviewed = reviewQuestions((await readSources(folder).catch(() => [])).flatMap(placeQuestions))

if (unreadable.length + reviewed.length > 0) {
  for (const problem of [...unreadable, ...sortProblems(reviewed)]) console.error(formatProblem(problem))
  console.error(`${unreadable.length + reviewed.length} problems`)
  process.exitCode = 1
} else {
  console.table(
    Object.fromEntries(statuses.map(({ category, dataset }) => [category, dataset && summarise(dataset)])),
  )
}

function summarise({ size, difficulty, topic, version }: Dataset) {
  const counts = Object.fromEntries([...difficulty].map(([value, rows]) => [value, rows.length]))
  return { questions: size, topics: topic.size, ...counts, version }
}
