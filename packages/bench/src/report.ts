// Formats results as a line of text, as Markdown and as charts.
import { drawChart } from './chart.ts'
import { median } from './median.ts'
import { bestCpuUs, CEILING, ratioOf, type ScenarioResult } from './results.ts'

/** The formatted results. */
export interface Report {
  readonly summary: string
  readonly markdown: string
  /** The chart of all scenarios that the peers have. */
  readonly chart: string
  /** The chart of the README: the scenarios of {@link SUMMARY}. */
  readonly summaryChart: string
}

/** The scenarios of the README, in words of a reader who does not know the API. */
const SUMMARY: Readonly<Record<string, string>> = {
  'limit=10': 'Ten questions in random order',
  'limit=10, one seed': 'Ten questions in the order of one seed',
  quiz: 'A quiz: ten questions with hidden answers and shuffled options',
}

/** Formats results. */
export function formatReport(results: readonly ScenarioResult[]): Report {
  return {
    summary: results.map(formatSummary).join('\n'),
    markdown: `${formatRatios(results)}\n${formatDetails(results)}`,
    chart: drawChart(
      results
        .filter(({ scenario }) => scenario.isNaive)
        .map((result) => ({ heading: result.scenario.name, result })),
    ),
    summaryChart: drawChart(
      results.flatMap((result) => {
        const heading = SUMMARY[result.scenario.name]
        return heading === undefined ? [] : [{ heading, result }]
      }),
    ),
  }
}

function formatSummary(result: ScenarioResult): string {
  const ratios = result.measurements.map(
    (measurement) =>
      `${measurement.name} ${ratioOf(result, measurement).toFixed(2)} (${bestCpuUs(measurement).toFixed(1)} µs)`,
  )
  return `${result.scenario.name}: ${ratios.join(', ')}`
}

function formatRatios(results: readonly ScenarioResult[]): string {
  const names = [
    ...new Set(results.flatMap(({ measurements }) => measurements.map(({ name }) => name))),
  ].filter((name) => name !== CEILING)
  const rows = results.map((result) => {
    const cells = names.map((name) => {
      const measurement = result.measurements.find((one) => one.name === name)
      return measurement ? ratioOf(result, measurement).toFixed(2) : ''
    })
    return `| ${result.scenario.name} | ${result.scenario.maxRatio ?? ''} | ${cells.join(' | ')} |`
  })
  return `| scenario | goal | ${names.join(' | ')} |
|---|--:|${names.map(() => '--:|').join('')}
${rows.join('\n')}
`
}

function formatDetails(results: readonly ScenarioResult[]): string {
  const rows = results.flatMap(({ scenario, measurements }) =>
    measurements.map((measurement) => {
      const { name, rounds, rssMb } = measurement
      const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value))
      return `| ${scenario.name} | ${name} | ${bestCpuUs(measurement).toFixed(1)} | ${of(({ cpuUs }) => cpuUs).toFixed(1)} | ${of(
        ({ requestsPerSecond }) => requestsPerSecond,
      ).toFixed(
        0,
      )} | ${of(({ p50Ms }) => p50Ms).toFixed(2)} | ${of(({ p99Ms }) => p99Ms).toFixed(2)} | ${rssMb.toFixed(0)} |`
    }),
  )
  return `| scenario | server | CPU µs, best | CPU µs, median | requests/s | p50 ms | p99 ms | RSS MiB |
|---|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`
}
