// What the metrics say of the datasets. Read from the bank when somebody asks, so that they are never behind it and
// a category that is gone leaves no series behind.
import type { DatasetStatus, QuestionBank } from '@qb/core/questions'
import type { Registry } from '@qb/http'
import { Gauge } from 'prom-client'

/** Adds the figures of the datasets to a registry. */
export function measureDatasets(registry: Registry, bank: QuestionBank): void {
  const add = (name: string, help: string, values: (status: DatasetStatus) => Figure[]) => {
    new Gauge({
      name: `questions_dataset_${name}`,
      help,
      labelNames: ['category', 'version'],
      registers: [registry],
      collect() {
        this.reset()
        for (const status of bank.statuses()) {
          for (const { value, ...labels } of values(status))
            this.set({ category: status.category, ...labels }, value)
        }
      },
    })
  }
  add('questions', 'How many questions of a category are served.', ({ dataset }) => [
    { value: dataset?.size ?? 0 },
  ])
  add('info', 'The version of the dataset that is served; always 1.', ({ dataset }) =>
    dataset ? [{ version: dataset.version, value: 1 }] : [],
  )
  add('loaded_timestamp_seconds', 'When the dataset that is served was read, in Unix time.', (status) =>
    status.dataset ? [{ value: status.loadedAt.getTime() / 1000 }] : [],
  )
  add(
    'last_reload_successful',
    'Whether the last look at the file found it readable (1); 0: the last good version is served, if there is one.',
    ({ problems }) => [{ value: problems.length === 0 ? 1 : 0 }],
  )
  new Gauge({
    name: 'questions_last_look_timestamp_seconds',
    help: 'When the folder of datasets was last looked at, in Unix time; it goes on while changes are taken up.',
    registers: [registry],
    collect() {
      this.set(bank.lastLook().at.getTime() / 1000)
    },
  })
}

interface Figure {
  readonly version?: string
  readonly value: number
}
