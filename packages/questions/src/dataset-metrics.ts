// Registers the metrics of the datasets. Their values are read from the bank on each scrape, so a removed
// category has no time series.
import type { DatasetStatus, QuestionBank } from '@qb/core/questions'
import type { Registry } from '@qb/http'
import { Gauge } from 'prom-client'

/** A metric of each dataset. With several workers, `aggregator` shows the worker that is behind, so that an alert finds it. */
interface DatasetGauge {
  readonly name: string
  readonly help: string
  readonly aggregator: 'min' | 'max'
  /** Returns the value and its labels besides the category, or undefined for no time series. */
  readonly read: (status: DatasetStatus) => { readonly version?: string; readonly value: number } | undefined
}

const GAUGES: readonly DatasetGauge[] = [
  {
    name: 'questions_dataset_questions',
    help: 'Number of questions served.',
    aggregator: 'max',
    read: ({ dataset }) => ({ value: dataset?.size ?? 0 }),
  },
  {
    name: 'questions_dataset_info',
    help: 'Revision of the served dataset. The value is always 1.',
    aggregator: 'max',
    read: ({ dataset }) => dataset && { version: dataset.revision, value: 1 },
  },
  {
    name: 'questions_dataset_loaded_timestamp_seconds',
    help: 'Unix time at which the served dataset was loaded.',
    aggregator: 'min',
    read: ({ loadedAt }) => loadedAt && { value: loadedAt.getTime() / 1000 },
  },
  {
    name: 'questions_dataset_last_reload_successful',
    help: '1 if the current file has no diagnostics, otherwise 0.',
    aggregator: 'min',
    read: ({ diagnostics }) => ({ value: diagnostics.length === 0 ? 1 : 0 }),
  },
]

/** Registers the metrics of the datasets of a bank. */
export function registerDatasetMetrics(registry: Registry, bank: QuestionBank): void {
  for (const { read, ...options } of GAUGES) {
    new Gauge({
      ...options,
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
