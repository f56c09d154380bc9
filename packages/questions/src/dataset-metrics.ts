// Registers the metrics of the datasets. Their values are read from the bank on each scrape, so a removed
// category has no time series.
import type { DatasetStatus, QuestionBank } from '@qb/core/questions'
import type { Registry } from '@qb/http'
import { Gauge } from 'prom-client'

/** Registers the metrics of the datasets of a bank. */
export function registerDatasetMetrics(registry: Registry, bank: QuestionBank): void {
  const addGauge = (name: string, help: string, read: ReadSamples) =>
    addDatasetGauge(registry, bank, { name: `questions_dataset_${name}`, help, read })
  addGauge('questions', 'Number of questions served.', ({ dataset }) => [{ value: dataset?.size ?? 0 }])
  addGauge('info', 'Revision of the served dataset. The value is always 1.', ({ dataset }) =>
    dataset ? [{ version: dataset.revision, value: 1 }] : [],
  )
  addGauge('loaded_timestamp_seconds', 'Unix time at which the served dataset was loaded.', (status) =>
    status.loadedAt ? [{ value: status.loadedAt.getTime() / 1000 }] : [],
  )
  addGauge(
    'last_reload_successful',
    '1 if the current file has no diagnostics, otherwise 0.',
    ({ diagnostics }) => [{ value: diagnostics.length === 0 ? 1 : 0 }],
  )
  new Gauge({
    name: 'questions_last_scan_timestamp_seconds',
    help: 'Unix time of the last scan of the datasets folder.',
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
  readonly read: ReadSamples
}

function addDatasetGauge(registry: Registry, bank: QuestionBank, { name, help, read }: DatasetGauge): void {
  new Gauge({
    name,
    help,
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
