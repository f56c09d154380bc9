// Registers the metrics of the datasets. Their values are read from the bank on each scrape, so a removed
// category has no time series.
import type { DatasetStatus, QuestionBank } from '@qb/core/questions'
import type { Registry } from '@qb/http'
import { Gauge } from 'prom-client'

/** Returns the value and its labels besides the category, or undefined for no time series. */
type Read = (status: DatasetStatus) => { readonly version?: string; readonly value: number } | undefined

/** The metrics of each dataset. With several workers, `min` and `max` show the worker that is behind, so that an alert finds it. */
const GAUGES: readonly [name: string, help: string, aggregator: 'min' | 'max', read: Read][] = [
  ['questions', 'Number of questions served.', 'max', ({ dataset }) => ({ value: dataset?.size ?? 0 })],
  [
    'info',
    'Revision of the served dataset without its answers. The value is always 1.',
    'max',
    ({ dataset }) => dataset && { version: dataset.publicRevision, value: 1 },
  ],
  [
    'loaded_timestamp_seconds',
    'Unix time at which the served dataset was loaded.',
    'min',
    ({ loadedAt }) => loadedAt && { value: loadedAt.getTime() / 1000 },
  ],
  [
    'last_reload_successful',
    '1 if the current file has no diagnostics, otherwise 0.',
    'min',
    ({ diagnostics }) => ({ value: diagnostics.length === 0 ? 1 : 0 }),
  ],
]

export function registerDatasetMetrics(registry: Registry, bank: QuestionBank): void {
  for (const [name, help, aggregator, read] of GAUGES) {
    new Gauge({
      name: `questions_dataset_${name}`,
      help,
      aggregator,
      labelNames: ['category', 'version'],
      registers: [registry],
      collect() {
        this.reset()
        for (const status of bank.statuses()) {
          const { value, ...labels } = read(status) ?? {}
          if (value !== undefined) this.set({ category: status.category, ...labels }, value)
        }
      },
    })
  }
  new Gauge({
    name: 'questions_last_scan_timestamp_seconds',
    help: 'Unix time of the last scan of the datasets folder.',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(bank.lastScan().at.getTime() / 1000)
    },
  })
}
