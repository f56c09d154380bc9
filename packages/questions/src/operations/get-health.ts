// Returns the health of the service and of each dataset. The status is always 200.
import { type DatasetStatus, formatDiagnostic } from '@qb/core/questions'
import { stringEnum, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

const DatasetHealth = Type.Object(
  {
    category: Type.String({ description: 'The name of the category.' }),
    path: Type.String({ description: 'The file that is served, or the file that cannot be read.' }),
    questions: Type.Integer({ minimum: 0, description: 'The number of questions that are served.' }),
    version: Type.Union([Type.String(), Type.Null()], {
      description: 'The revision that is served; null if there is none.',
    }),
    loaded_at: Type.String({
      format: 'date-time',
      description: 'When the revision was loaded, or when the file first could not be read. UTC.',
    }),
    error: Type.Optional(
      Type.String({
        description: 'The diagnostics of the current file, one per line, each with file, line and column.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The health of the service and of each dataset. */
export const Health = Type.Object(
  {
    status: stringEnum(['healthy', 'degraded'], {
      description: '`degraded` if a dataset or the folder of datasets cannot be read.',
    }),
    question_files: Type.Record(Type.String(), Type.String(), {
      description: 'The file of each category.',
    }),
    datasets: Type.Array(DatasetHealth),
    error: Type.Optional(
      Type.String({ description: 'The reason why the folder of datasets cannot be read.' }),
    ),
    version: Type.String({ description: 'The version of this service.' }),
    uptime_seconds: Type.Integer({ minimum: 0, description: 'Seconds since the service started.' }),
  },
  {
    $id: 'Health',
    additionalProperties: false,
    description: 'The health of the service and of each dataset.',
    examples: [
      {
        status: 'healthy',
        question_files: { astronomy: 'external-resources/questions/Refined_Astronomy_Questions.csv' },
        datasets: [
          {
            category: 'astronomy',
            path: 'external-resources/questions/Refined_Astronomy_Questions.csv',
            questions: 300,
            version: '5f0c2b1d9e7a4c38',
            loaded_at: '2026-11-21T08:00:00.000Z',
          },
        ],
        version: '1.0.0',
        uptime_seconds: 3600,
      },
    ],
  },
)
export type Health = Static<typeof Health>

export const getHealth = defineOperation({
  id: 'getHealth',
  method: 'GET',
  path: '/api/v1/health',
  access: 'public',
  tag: 'Service',
  summary: 'Get the health of the service',
  description:
    'The status is always 200 while the process responds. `degraded` means that a dataset cannot be read; its `error` has file, line and column. Other categories are not affected.',
  input: { query: Type.Object({}, { additionalProperties: false }) },
  result: { description: 'The health of the service.', schema: Health },
  errors: [],
  run(_input, { bank, version, startedAt, now }) {
    const statuses = bank.statuses()
    const { error } = bank.lastScan()
    const isHealthy = error === undefined && statuses.every(({ diagnostics }) => diagnostics.length === 0)
    return uncached<Health>({
      status: isHealthy ? 'healthy' : 'degraded',
      question_files: Object.fromEntries(statuses.map(({ category, path }) => [category, path])),
      datasets: statuses.map(reportDataset),
      ...(error !== undefined && { error }),
      version,
      uptime_seconds: Math.floor((now().getTime() - startedAt.getTime()) / 1000),
    })
  },
})

/** The most diagnostics of one dataset in a response. */
const MAX_DIAGNOSTICS = 10

function reportDataset(status: DatasetStatus): Health['datasets'][number] {
  const { category, path, loadedAt, dataset, diagnostics } = status
  const shown = diagnostics.slice(0, MAX_DIAGNOSTICS).map(formatDiagnostic)
  const more = diagnostics.length - shown.length
  const error = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  return {
    category,
    path,
    questions: dataset?.size ?? 0,
    version: dataset?.revision ?? null,
    loaded_at: loadedAt.toISOString(),
    ...(error && { error }),
  }
}
