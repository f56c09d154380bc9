// Tests that the alerts and the dashboard use metrics and labels that the services have. prometheus.proxy-test.ts has
// Prometheus check their expressions.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../process.ts'
import {
  listExpressions,
  listMetrics,
  type Node,
  read,
  readDashboard,
  readRules,
  readYaml,
} from './manifests.ts'

const API_KEY = `qb_metrics_${'k'.repeat(43)}`
const KEYS = `metrics:changes:read:${createHash('sha256').update(API_KEY).digest('hex')}`
/** Nobody listens there. The metrics of the connection exist nevertheless. */
const RATE_LIMIT = { RATE_LIMIT_REDIS_URL: 'redis://127.0.0.1:1', QUESTIONS_RATE_LIMIT_MAX: '1000' }

let services: RunningService[]
const exported: Record<string, Set<string>> = {}
beforeAll(async () => {
  services = await Promise.all([
    startService('questions', { ...RATE_LIMIT, LOG_LEVEL: 'silent' }),
    startService('changelog', { ...RATE_LIMIT, CHANGELOG_API_KEYS: KEYS, LOG_LEVEL: 'silent' }),
  ])
  for (const [index, name] of ['questions', 'changelog'].entries()) {
    const url = services[index]?.url
    const get = async () => (await fetch(`${url}/metrics`, { headers: { 'x-api-key': API_KEY } })).text()
    // The second response contains the duration of the first.
    await get()
    const text = await get()
    exported[name] = new Set(Array.from(text.matchAll(/^([a-z_]\w*)[{ ]/gm), ([, metric]) => String(metric)))
    for (const label of text.matchAll(/(\w+)="/g)) exported[name].add(`label ${label[1]}`)
  }
})
afterAll(() => Promise.all((services ?? []).map((service) => service.stop())))

/** What Prometheus adds itself. */
const OF_PROMETHEUS = ['up', 'ALERTS', 'label job', 'label instance', 'label alertname', 'label alertstate']

const expectKnown = (expression: string) => {
  const names = listMetrics(expression)
  expect(names.length).toBeGreaterThan(0)
  // A metric that only one service has must not be asked for the other one.
  const jobs = /job="changelog"/.test(expression)
    ? ['changelog']
    : /job="questions"/.test(expression)
      ? ['questions']
      : ['questions', 'changelog']
  for (const job of jobs)
    for (const name of names) {
      if (!OF_PROMETHEUS.includes(name))
        expect([...(exported[job] ?? [])], `${job}: ${expression}`).toContain(name)
    }
}

describe('the alerts', () => {
  const rules = readRules()

  it.each(rules.map(({ alert, expr }) => [alert, expr]))(
    '%s uses metrics and labels that exist',
    (_alert, expr) => expectKnown(expr),
  )

  it('have names of their own, a severity, and say what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) })
    }
  })

  it('are all tested', () => {
    const tests = read('deploy/prometheus/alerts.test.yaml')
    for (const { alert } of rules) expect(tests).toContain(`alertname="${alert}", alertstate="firing"`)
  })

  it('use the jobs of the scrape config, and the memory limit of the manifests', () => {
    const { scrape_configs: configs } = readYaml('deploy/prometheus/prometheus.yaml')
    expect(configs.map((config: Node) => config.job_name)).toEqual(['questions', 'changelog'])
    expect(rules.find(({ alert }) => alert === 'MemoryHigh')?.expr).toContain('512 * 1024 * 1024')
    for (const file of ['compose.yaml', 'kubernetes/questions.yaml', 'kubernetes/changelog.yaml'])
      expect(read(`deploy/${file}`)).toMatch(/mem_limit: 512m|limits: \{ memory: 512Mi \}/)
  })
})

describe('the dashboard', () => {
  const dashboard = readDashboard()

  it.each(listExpressions(dashboard))('%s uses metrics and labels that exist', (_title, expression) =>
    expectKnown(expression),
  )

  it('has panels with ids of their own that do not overlap', () => {
    const panels: Node[] = dashboard.panels
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  })

  it('uses variables that it defines, and data sources that it lets the reader select', () => {
    const names = dashboard.templating.list.map(({ name }: Node) => name)
    for (const [, name] of JSON.stringify(dashboard).matchAll(/\$\{?([a-z]\w*)/g))
      expect(names).toContain(name)
    for (const { type, datasource, targets, description } of dashboard.panels) {
      if (type === 'row') continue
      expect(description).not.toBe('')
      for (const source of [datasource, ...targets.map((target: Node) => target.datasource)])
        expect(source).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) })
    }
  })
})
