// Implements the command `bench`. Only ratios can be compared between machines.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '@qb/http/root'
import { measureChangelog } from './changelog.ts'
import { type Measure, mapValues, type Table } from './measure.ts'
import { measureRows, measureScenarios, measureStart } from './questions.ts'

const HELP = `Usage: bench [questions | start | rows | changelog] [options]

  questions  processor time of a request, beside peers. The default
  start      time to the first response, beside a bare Fastify
  rows       a dataset of 200,000 questions, beside one of 300
  changelog  the changelog service, beside the work that it cannot avoid

Options:
  --against <checkout>  Measure the build of another version in the same run
  --rounds <n>          Rounds of each server and scenario. Default: 7
  --seconds <n>         Length of a round. Default: 2
  --only <text>         Only scenarios whose name contains the text

Needs Linux and two cores. FastAPI is measured when Python has fastapi, pandas and uvicorn.`

const COMMANDS: Readonly<Record<string, (measure: Measure) => Promise<Record<string, Table>>>> = {
  questions: measureScenarios,
  start: async (measure) => ({ start: await measureStart(measure) }),
  rows: async (measure) => ({ rows: await measureRows(200_000, measure) }),
  changelog: async (measure) => ({ changelog: await measureChangelog(measure) }),
}

const { values, positionals } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
})
const checkouts = new Map([['this service', ROOT]])
if (values.against !== undefined) checkouts.set('the other version', resolve(values.against))
const measure = COMMANDS[positionals[0] ?? 'questions']
if (!measure || values.help) {
  console.log(HELP)
  process.exit(measure ? 0 : 2)
}
// Servers run on the first core.
execFileSync('taskset', ['--all-tasks', '-cp', '1', String(process.pid)])
// Each server and each folder is removed by a listener of its own.
process.setMaxListeners(100)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const results = await measure({ checkouts, rounds, seconds, only: values.only })
for (const [title, table] of Object.entries(results)) {
  console.log(`${title}:`)
  console.table(mapValues(table, (row) => mapValues(row, (value) => Number(value.toFixed(2)))))
}
process.exit()
