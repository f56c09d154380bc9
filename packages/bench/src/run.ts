// Implements the command `bench`. Only ratios can be compared between machines.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '@qb/http/root'
import { measureChangelog } from './changelog.ts'
import { type Measure, measureRows, measureScenarios, measureStart, type Table } from './questions.ts'
import { formatScenarios } from './report.ts'
import { pinThisProcess } from './servers.ts'

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
  --write <file>        Write the results of the scenarios as JSON

Needs Linux. FastAPI is measured when Python has fastapi, pandas and uvicorn.`

const { values, positionals } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    write: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
})
const checkouts = new Map([['this service', ROOT]])
if (values.against !== undefined) checkouts.set('the other version', resolve(values.against))
const measure: Measure = {
  checkouts,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  only: values.only,
}

/** Prints numbers with two digits after the point. */
function printTable(rows: Table): void {
  const round = (row: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Math.round(value * 100) / 100]))
  console.table(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, round(row)])))
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  async questions() {
    const results = await measureScenarios(measure)
    console.log(formatScenarios(results))
    if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify(results, undefined, 2)}\n`)
  },
  async start() {
    console.table(await measureStart(measure))
  },
  async rows() {
    printTable(await measureRows(200_000, measure))
  },
  async changelog() {
    printTable(await measureChangelog(measure))
  },
}

const command = COMMANDS[positionals[0] ?? 'questions']
if (!command || values.help) console.log(HELP)
else {
  pinThisProcess()
  await command()
}
process.exit(command ? 0 : 2)
