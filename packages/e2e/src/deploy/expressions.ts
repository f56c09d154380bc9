// Reads the expressions of the alerts and of the dashboard.
import { type Node, read, readYaml } from './manifests.ts'

/** An alert of deploy/prometheus/alerts.yaml. */
export interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

export function readRules(): Rule[] {
  return readYaml('deploy/prometheus/alerts.yaml').groups.flatMap(({ rules }: Node) => rules)
}

export function readDashboard(): Node {
  return JSON.parse(read('deploy/grafana/dashboard.json'))
}

/** Lists the title of each panel with each of its expressions, in which values replace the variables of Grafana. */
export function listExpressions(dashboard: Node): [title: string, expression: string][] {
  return dashboard.panels.flatMap(({ title, targets = [] }: Node) =>
    targets.map(({ expr }: Node) => [
      title,
      String(expr)
        .replaceAll('$__rate_interval', '5m')
        .replaceAll('$job', 'questions|changelog')
        .replaceAll('$instance', '.*'),
    ]),
  )
}

/** Words of the language of Prometheus that are not followed by a parenthesis in the expressions. */
const KEYWORDS = new Set(['by', 'on', 'or', 'and', 'unless', 'without', 'ignoring'])

/**
 * Lists the metrics of an expression, and `label <name>` for each label that it selects or groups by. `le` is a label
 * of every histogram.
 */
export function listMetrics(expression: string): string[] {
  const names: string[] = []
  const withoutStrings = expression.replaceAll(/"[^"]*"/g, '""')
  const withoutSelectors = withoutStrings.replaceAll(/\{([^}]*)\}/g, (_, selector: string) => {
    for (const [, label] of selector.matchAll(/(\w+)\s*[=!]/g)) names.push(`label ${label}`)
    return ''
  })
  const withoutGroups = withoutSelectors.replaceAll(
    /\b(?:by|on|without|ignoring) \(([^)]*)\)/g,
    (_, labels: string) => {
      for (const label of labels.split(',')) names.push(`label ${label.trim()}`)
      return ' '
    },
  )
  for (const [, name] of withoutGroups.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\b([a-zA-Z_]\w*)\b(?!\s*\()/g))
    if (!KEYWORDS.has(String(name))) names.push(String(name))
  return names
}
