// The command `bench`, as part of a program: that of the workspace, or `question-bank` when it is installed. Only ratios
// are comparable between machines.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeDataset } from './dataset.ts'
import { measureChangelog } from './measure-changelog.ts'
import { measureScenarios } from './measure-scenarios.ts'
import { measureStart } from './measure-start.ts'
import type { Programs } from './programs.ts'
import { formatReport } from './report.ts'

const formatHelp = (program: string) => `Usage: ${program} [options]

Measures the questions service against peers, in alternating rounds on this machine. With --changelog, measures the changelog
service against the bare work that it cannot avoid.

Options:
  --rows <n>        Number of questions. Default: 300
  --rounds <n>      Rounds of each server and scenario. Default: 7
  --seconds <n>     Length of a round. Default: 2
  --only <text>     Only scenarios whose name contains the text
  --no-peers        Only the service and the ceiling
  --write <folder>  Write results.json, results.md and the charts
  --draw <folder>   Measure nothing. Write results.md and the charts from the results.json of the folder
  --start           Only measure the start
  --changelog       Only measure the changelog service

Needs Linux, and wrk or the package autocannon. Peers that are not installed are left
out: the packages express and json-server, and fastapi, pandas and uvicorn for Python.`

const OPTIONS = {
  rows: { type: 'string', default: '300' },
  rounds: { type: 'string', default: '7' },
  seconds: { type: 'string', default: '2' },
  only: { type: 'string', default: '' },
  'no-peers': { type: 'boolean', default: false },
  write: { type: 'string' },
  draw: { type: 'string' },
  start: { type: 'boolean', default: false },
  changelog: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/**
 * Runs the command.
 * @param programs what is measured
 * @returns the exit code
 * @throws Error of `parseArgs` for invalid arguments
 */
export async function runBench(args: readonly string[], programs: Programs): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.help) console.log(formatHelp(programs.name))
  else if (values.draw !== undefined) draw(resolve(programs.folder, values.draw))
  else if (values.start) console.table(await measureStart(Number(values.rounds), programs))
  else if (values.changelog) console.table(await measureChangelog(Number(values.rounds), programs))
  else await measure(values, programs)
  return 0
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

async function measure(values: Values, programs: Programs): Promise<void> {
  const dataset = await writeDataset(Number(values.rows))
  try {
    const results = await measureScenarios(dataset, {
      programs,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      only: values.only,
      hasPeers: !values['no-peers'],
      onResult: (result) => console.log(formatReport([result]).summary),
    })
    if (values.write === undefined) return
    const folder = resolve(programs.folder, values.write)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
    draw(folder)
  } finally {
    rmSync(dataset.folder, { recursive: true })
  }
}

/** Writes what is derived from the results.json of a folder. */
function draw(folder: string): void {
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))
  const { markdown, chart, summaryChart } = formatReport(results)
  writeFileSync(join(folder, 'results.md'), markdown)
  writeFileSync(join(folder, 'chart.svg'), chart)
  writeFileSync(join(folder, 'summary.svg'), summaryChart)
}
