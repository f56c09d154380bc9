// Implements the command `bench`. Only ratios are comparable between machines.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeDataset } from './dataset.ts'
import { measureGenerators } from './generators.ts'
import { measureChangelog } from './measure-changelog.ts'
import { measureScenarios } from './measure-scenarios.ts'
import { measureStart } from './measure-start.ts'
import { formatReport } from './report.ts'

const HELP = `Usage: bench [options]

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
  --generators      Only compare random number generators
  --start           Only measure the start
  --changelog       Only measure the changelog service`

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    'no-peers': { type: 'boolean', default: false },
    write: { type: 'string' },
    draw: { type: 'string' },
    generators: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    changelog: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) console.log(HELP)
else if (values.draw !== undefined) draw(values.draw)
else if (values.generators) console.table(measureGenerators())
else if (values.start) console.table(await measureStart(Number(values.rounds)))
else if (values.changelog) console.table(await measureChangelog(Number(values.rounds)))
else await run()

async function run(): Promise<void> {
  const dataset = await writeDataset(Number(values.rows))
  try {
    const results = await measureScenarios(dataset, {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      only: values.only,
      hasPeers: !values['no-peers'],
      onResult: (result) => console.log(formatReport([result]).summary),
    })
    if (values.write === undefined) return
    mkdirSync(pathOf(values.write), { recursive: true })
    writeFileSync(join(pathOf(values.write), 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
    draw(values.write)
  } finally {
    rmSync(dataset.folder, { recursive: true })
  }
}

/** Writes what is derived from the results.json of a folder. */
function draw(folder: string): void {
  const results = JSON.parse(readFileSync(join(pathOf(folder), 'results.json'), 'utf8'))
  const { markdown, chart, summaryChart } = formatReport(results)
  writeFileSync(join(pathOf(folder), 'results.md'), markdown)
  writeFileSync(join(pathOf(folder), 'chart.svg'), chart)
  writeFileSync(join(pathOf(folder), 'summary.svg'), summaryChart)
}

/** Returns the path of a folder that is relative to the root of the project. */
function pathOf(folder: string): string {
  return fileURLToPath(new URL(`../../../${folder}/`, import.meta.url))
}
