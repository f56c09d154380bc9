// Registers the metrics of the datasets. Their values are read from the bank on each scrape, so a removed
// category has no time series.
import type { DatasetStatus, QuestionBank } from '@qb/core/questions'
import type { Registry } from '@qb/http'
import { Gauge } from 'prom-client'

/**
 * Registers the metrics of the datasets of a bank. Several workers serve the same datasets. Of each value, the
 * one of the worker that is behind is shown, so that an alert finds it.
 */
export function registerDatasetMetrics(registry: Registry, bank: QuestionBank): void {
  const addGauge = (name: string, options: Omit<DatasetGauge, 'name'>) =>
    addDatasetGauge(registry, bank, { name: `questions_dataset_${name}`, ...options })
  addGauge('questions', {
    help: 'Number of questions served.',
    aggregator: 'max',
    read: ({ dataset }) => [{ value: dataset?.size ?? 0 }],
  })
  addGauge('info', {
    help: 'Revision of the served dataset. The value is always 1.',
    aggregator: 'max',
    read: ({ dataset }) => (dataset ? [{ version: dataset.revision, value: 1 }] : []),
  })
  addGauge('loaded_timestamp_seconds', {
    help: 'Unix time at which the served dataset was loaded.',
    aggregator: 'min',
    read: ({ loadedAt }) => (loadedAt ? [{ value: loadedAt.getTime() / 1000 }] : []),
  })
  addGauge('last_reload_successful', {
    help: '1 if the current file has no diagnostics, otherwise 0.',
    aggregator: 'min',
    read: ({ diagnostics }) => [{ value: diagnostics.length === 0 ? 1 : 0 }],
  })
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

/** A value of a metric, with the labels that it has besides the category. */
interface Sample {
  readonly version?: string
  readonly value: number
}

type ReadSamples = (status: DatasetStatus) => Sample[]

interface DatasetGauge {
  readonly name: string
  readonly help: string
  /** How the values of several workers are combined. */
  readonly aggregator: 'min' | 'max'
  readonly read: ReadSamples
}

function addDatasetGauge(registry: Registry, bank: QuestionBank, { read, ...options }: DatasetGauge): void {
  new Gauge({
    ...options,
    labelNames: ['category', 'version'],
    registers: [registry],
    collect() {
      this.reset()
      for (const status of bank.statuses()) {
        for (const { value, ...labels } of read(status)) {
          this.set({ category: status.category, ...labels }, value)
        }
      }
    },
  })
}
