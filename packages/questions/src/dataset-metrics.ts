// Metrics of the datasets. Values are read from the bank on each scrape, so a removed category leaves no time series.
import type { DatasetStatus, QuestionBank } from '@qb/core/questions'
import type { Registry } from '@qb/http'
import { Gauge } from 'prom-client'

/** Adds the metrics of the datasets to a registry. */
export function measureDatasets(registry: Registry, bank: QuestionBank): void {
  const addGauge = (name: string, help: string, read: (status: DatasetStatus) => Sample[]) => {
    new Gauge({
      name: `questions_dataset_${name}`,
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
  addGauge('questions', 'Number of questions served.', ({ dataset }) => [{ value: dataset?.size ?? 0 }])
  addGauge('info', 'Revision of the dataset that is served. The value is always 1.', ({ dataset }) =>
    dataset ? [{ version: dataset.revision, value: 1 }] : [],
  )
  addGauge(
    'loaded_timestamp_seconds',
    'Unix time at which the dataset that is served was loaded.',
    (status) => (status.dataset ? [{ value: status.loadedAt.getTime() / 1000 }] : []),
  )
  addGauge(
    'last_reload_successful',
    '1 if the current file was loaded, 0 if it is invalid and the last good revision, if any, is served.',
    ({ diagnostics }) => [{ value: diagnostics.length === 0 ? 1 : 0 }],
  )
  new Gauge({
    name: 'questions_last_look_timestamp_seconds',
    help: 'Unix time of the last scan of the datasets folder.',
    registers: [registry],
    collect() {
      this.set(bank.lastScan().at.getTime() / 1000)
    },
  })
}

interface Sample {
  readonly version?: string
  readonly value: number
}
