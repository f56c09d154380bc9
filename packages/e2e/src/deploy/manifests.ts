// Reads the manifests of deploy, the expressions of the alerts and of the dashboard, and what the tests compare them with: the
// config variables, the paths of the services and the metrics.
import { readdirSync, readFileSync } from 'node:fs'
import { ChangelogConfig } from '@qb/changelog/config'
import { QuestionsConfig } from '@qb/questions/config'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from '../process.ts'

/** A value of a YAML file. The tests read it without checking its type first, and fail when it is not there. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes are checked by the compiler in kubernetes.test.ts
export type Node = any

/** The config variables of each service, and the variables that Node and git read. */
export const VARIABLES = {
  questions: new Set([...Object.keys(QuestionsConfig.properties), 'NODE_ENV']),
  changelog: new Set([...Object.keys(ChangelogConfig.properties), 'NODE_ENV', 'GIT_SSH_COMMAND']),
}

export const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')

/** Reads a file with one YAML document, with merge keys as Docker Compose reads them. */
export const readYaml = (path: string): Node => parse(read(path), { merge: true })

/** Reads the objects of all files of deploy/kubernetes but the kustomization. */
export function readKubernetesObjects(): Node[] {
  return readdirSync(`${ROOT}deploy/kubernetes`)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`)))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS()
    })
}

/** The paths of GET operations that need no key, from the committed OpenAPI document. */
export function listPublicPaths(service: 'questions' | 'changelog'): string[] {
  const { paths } = JSON.parse(read(`openapi/${service}.json`))
  return Object.keys(paths).filter((path) => paths[path].get && !paths[path].get.security?.length)
}

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
