// Has Prometheus check and test the alerts, and check the expressions of the dashboard. Requires `promtool`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { ROOT } from '../process.ts'
import { listExpressions, readDashboard, readRules } from './manifests.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qb-prometheus-'))
  cpSync(`${ROOT}deploy/prometheus`, folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

const promtool = (...parameters: string[]) =>
  execFileSync('promtool', parameters, { cwd: folder, encoding: 'utf8' })

it('the alerts are valid', () => {
  expect(promtool('check', 'rules', 'alerts.yaml')).toContain(`SUCCESS: ${readRules().length} rules found`)
})

it('the alerts fire when they should, and not before', () => {
  expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
})

it('the scrape config is valid', () => {
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yaml')).toContain('SUCCESS')
})

it('the expressions of the dashboard are valid', () => {
  const rules = listExpressions(readDashboard()).map(([, expr], index) => ({
    record: `panel:${index}`,
    expr,
  }))
  writeFileSync(join(folder, 'dashboard.yaml'), stringify({ groups: [{ name: 'dashboard', rules }] }))
  expect(promtool('check', 'rules', 'dashboard.yaml')).toContain(`SUCCESS: ${rules.length} rules found`)
})
