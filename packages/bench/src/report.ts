// Formats the costs of the scenarios as tables in Markdown.
import type { Costs } from './questions.ts'

/** A table of the total processor time as ratios to the ceiling, and one of the times: user and total. */
export function formatScenarios(results: Readonly<Record<string, Costs>>): string {
  const servers = [...new Set(Object.values(results).flatMap((costs) => Object.keys(costs)))]
  const [ceiling = '', ...others] = servers
  const ratios = formatTable(results, others, (costs, name) => {
    const cost = costs[name]
    return cost ? (cost.total / (costs[ceiling]?.total ?? Number.NaN)).toFixed(2) : ''
  })
  const times = formatTable(results, servers, (costs, name) => {
    const cost = costs[name]
    return cost ? `${cost.user.toFixed(1)} / ${cost.total.toFixed(1)}` : ''
  })
  return `${ratios}\n\n${times}`
}

function formatTable(
  results: Readonly<Record<string, Costs>>,
  servers: readonly string[],
  format: (costs: Costs, server: string) => string,
): string {
  const rows = Object.entries(results).map(
    ([scenario, costs]) => `| ${scenario} | ${servers.map((server) => format(costs, server)).join(' | ')} |`,
  )
  return [`| scenario | ${servers.join(' | ')} |`, `|---|${'--:|'.repeat(servers.length)}`, ...rows].join(
    '\n',
  )
}
