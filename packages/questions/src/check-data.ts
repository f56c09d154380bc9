// The command `check-data [folder]`: every problem of every dataset with file:line:column and exit code 1,
// or a table of what is there and exit code 0.
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Dataset, formatProblem, openBank } from '@qb/core/questions'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const directory = resolve(
  process.argv[2] ?? process.env.QUESTIONS_DIR ?? resolve(root, 'external-resources/questions'),
)

const bank = await openBank({ directory, shownAs: relative('', directory), now: () => new Date() })
const statuses = bank.statuses()
const problems = statuses.flatMap((status) => status.problems)

if (problems.length > 0) {
  for (const problem of problems) console.error(formatProblem(problem))
  console.error(`${problems.length} problems`)
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
