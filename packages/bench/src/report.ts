// Formats results as a line of text, as Markdown and as a chart.
import { bestCpuUs, type Measurement } from './measure.ts'
import { CEILING, type ScenarioResult, SERVICE } from './measure-scenarios.ts'
import { median } from './median.ts'

/** The formatted results. */
export interface Report {
  readonly summary: string
  readonly markdown: string
  readonly svg: string
}

/** Formats results. */
export function formatReport(results: readonly ScenarioResult[]): Report {
  return {
    summary: results.map(formatSummary).join('\n'),
    markdown: `${formatRatios(results)}\n${formatDetails(results)}`,
    svg: formatChart(results),
  }
}

const ratioOf = ({ measurements }: ScenarioResult, measurement: Measurement) =>
  bestCpuUs(measurement) / bestCpuUs(measurements.find(({ name }) => name === CEILING) ?? measurement)

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

const BAR_HEIGHT = 18
const LEFT = 210
const WIDTH = 760
/** Ratios above this are cut off in the chart. */
const MAX_RATIO = 12

/** A chart with one bar per server and scenario: CPU time per request, relative to the ceiling. */
function formatChart(results: readonly ScenarioResult[]): string {
  const scale = (ratio: number) => (Math.min(ratio, MAX_RATIO) / MAX_RATIO) * (WIDTH - LEFT - 70)
  let y = 40
  const parts: string[] = []
  for (const result of results.filter(({ scenario }) => scenario.isNaive)) {
    parts.push(`<text x="0" y="${y + 13}" class="scenario">${escapeXml(result.scenario.name)}</text>`)
    for (const measurement of result.measurements.filter(({ name }) => name !== CEILING)) {
      const ratio = ratioOf(result, measurement)
      const kind = measurement.name === SERVICE ? 'service' : 'peer'
      parts.push(
        `<rect x="${LEFT}" y="${y}" width="${scale(ratio).toFixed(1)}" height="${BAR_HEIGHT - 4}" class="${kind}"/>`,
        `<text x="${LEFT + scale(ratio) + 6}" y="${y + 12}">${measurement.name} ${ratio.toFixed(ratio < 10 ? 2 : 0)}×</text>`,
      )
      y += BAR_HEIGHT
    }
    y += 12
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 120} ${y}" role="img" aria-label="CPU time per request, relative to a Fastify route with a constant body">
<style>text { font: 12px system-ui, sans-serif; fill: #444 } .title { font-size: 14px; font-weight: 600 } .scenario { font-weight: 600 } .service { fill: #2f6fde } .peer { fill: #b9c2d0 } .ceiling { stroke: #d0453e; stroke-dasharray: 4 3 } @media (prefers-color-scheme: dark) { text { fill: #ccc } .peer { fill: #5a6474 } }</style>
<text x="0" y="16" class="title">CPU time per request, relative to a Fastify route with a constant body (1×, dashed). Shorter is better.</text>
<line x1="${LEFT + scale(1)}" x2="${LEFT + scale(1)}" y1="30" y2="${y}" class="ceiling"/>
${parts.join('\n')}
</svg>
`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
