// Draws results as a chart in SVG. It has a background of its own, because a page that shows it as an image can have
// another colour scheme than the browser.
import { CEILING, ratioOf, type ScenarioResult, SERVICE } from './results.ts'

/** A group of bars: the servers of a scenario. */
export interface ChartGroup {
  readonly heading: string
  readonly result: ScenarioResult
}

const WIDTH = 760
const PADDING = 20
/** Where the bars start. The names of the servers are to the left. */
const BARS_X = 160
/** The width of a bar that is cut. Its ratio is to the right. */
const MAX_BAR_WIDTH = WIDTH - BARS_X - PADDING - 50
/** Bars of higher ratios are cut, and have a gap before their end. */
const MAX_RATIO = 12
const ROW_HEIGHT = 22
const BAR_HEIGHT = 14
const HEADING_HEIGHT = 34

const STYLE = `text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title, .heading { font-weight: 600 }
.title { font-size: 15px }
.note { fill: #59636e }
.name { text-anchor: end }
.background { fill: #fff }
.service { fill: #2f6fde }
.peer { fill: #b3bdcc }
.gap { fill: none; stroke: #fff; stroke-width: 3 }
.ceiling { stroke: #c93c37; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.note { fill: #9198a1 }
.background { fill: #0d1117 }
.service { fill: #4c8dff }
.peer { fill: #59636e }
.gap { stroke: #0d1117 }
.ceiling { stroke: #ff7b72 }
}`

/** Draws one bar per server in each group: CPU time per request, relative to the ceiling. */
export function drawChart(groups: readonly ChartGroup[]): string {
  const parts: string[] = []
  const ceilingX = format(BARS_X + widthOf(1))
  let y = 62
  for (const { heading, result } of groups) {
    parts.push(`<text x="${PADDING}" y="${y + 20}" class="heading">${escapeXml(heading)}</text>`)
    y += HEADING_HEIGHT
    const firstY = y
    for (const measurement of result.measurements.filter(({ name }) => name !== CEILING)) {
      parts.push(drawBar(measurement.name, ratioOf(result, measurement), y))
      y += ROW_HEIGHT
    }
    const lastY = y - ROW_HEIGHT + BAR_HEIGHT
    parts.push(
      `<line x1="${ceilingX}" x2="${ceilingX}" y1="${firstY - 4}" y2="${lastY + 4}" class="ceiling"/>`,
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + PADDING}" viewBox="0 0 ${WIDTH} ${y + PADDING}" role="img" aria-label="CPU time per request, relative to a Fastify route with a constant body">
<style>
${STYLE}
</style>
<rect width="100%" height="100%" rx="6" class="background"/>
<text x="${PADDING}" y="30" class="title">CPU time per request. Shorter is better.</text>
<text x="${PADDING}" y="50" class="note">1× (dashed) is a Fastify route with the same validation and a constant body. Bars are cut at ${MAX_RATIO}×.</text>
${parts.join('\n')}
</svg>
`
}

/** Draws the bar of a server, with its name and its ratio. */
function drawBar(name: string, ratio: number, y: number): string {
  const width = widthOf(ratio)
  const textY = y + BAR_HEIGHT - 2
  const kind = name === SERVICE ? 'service' : 'peer'
  const end = BARS_X + width
  return [
    `<text x="${BARS_X - 10}" y="${textY}" class="name${name === SERVICE ? ' heading' : ''}">${escapeXml(name)}</text>`,
    `<rect x="${BARS_X}" y="${y}" width="${format(width)}" height="${BAR_HEIGHT}" class="${kind}"/>`,
    ...(ratio > MAX_RATIO
      ? [`<path d="M${format(end - 16)} ${y + BAR_HEIGHT + 2}l6 ${-BAR_HEIGHT - 4}" class="gap"/>`]
      : []),
    `<text x="${format(end + 8)}" y="${textY}">${ratio.toFixed(ratio < 10 ? 1 : 0)}×</text>`,
  ].join('\n')
}

const widthOf = (ratio: number) => (Math.min(ratio, MAX_RATIO) / MAX_RATIO) * MAX_BAR_WIDTH
const format = (pixels: number) => pixels.toFixed(1)
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
