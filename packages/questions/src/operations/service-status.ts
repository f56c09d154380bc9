// Reports the state of the service: its health, the probes of an orchestrator, and metrics.
import { AppError } from '@qb/core/errors'
import { type DatasetStatus, describePublicly, QUESTIONS_ERRORS } from '@qb/core/questions'
import {
  closedObject,
  LIVENESS,
  METRICS,
  optional,
  passProbe,
  READINESS,
  readMetrics,
  ref,
  stringEnum,
  uncached,
} from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { describeDiagnostics, listNotices, nameCommands } from '../notices.ts'

const DATASET_EXAMPLE = {
  category: 'astronomy',
  path: 'external-resources/questions/Refined_Astronomy_Questions.csv',
  questions: 538,
  version: '47f01343f61f0136',
  loaded_at: '2026-11-21T08:00:00.000Z',
}

const DatasetHealth = closedObject(
  {
    category: Type.String({ description: 'The name of the category.' }),
    path: Type.String({ description: 'The path of the dataset file.' }),
    questions: Type.Integer({ minimum: 0, description: 'Number of served questions.' }),
    version: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'The revision of the served dataset without its answers, as in the categories. Null if the file has never been valid.',
    }),
    loaded_at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the served revision was loaded, UTC. Null if the file has never been valid.',
    }),
    ...optional({
      error: Type.String({
        description:
          'The diagnostics of the current file, one per line, with file, line and the name of the column, but without its cells. With `QUESTIONS_SKIP_INVALID_ROWS`, one for each row that was left out. Absent if the file is valid.',
      }),
      warnings: Type.Array(Type.String(), {
        description:
          'What looks wrong in the served questions although they are valid, such as answers that are all letters, or characters of a wrong encoding. It does not say which options are correct. Absent if there is nothing.',
      }),
    }),
  },
  {
    $id: 'Dataset',
    description: 'The state of a dataset.',
    examples: [DATASET_EXAMPLE],
  },
)

export const Health = closedObject(
  {
    status: stringEnum(['healthy', 'degraded'], {
      description: '`degraded` if a dataset is invalid or the folder of the datasets cannot be read.',
    }),
    question_files: Type.Record(Type.String(), Type.String(), {
      description: 'The path of the dataset file of each category.',
    }),
    datasets: Type.Array(ref(DatasetHealth)),
    ...optional({
      ignored_files: Type.Array(Type.String(), {
        description:
          'The names of the files of the folder that are not datasets, at most 100. Absent if there are none.',
      }),
      notices: Type.Array(Type.String(), {
        description:
          'The files that are not served, at most 100, for the person who put them into the folder. The lines below the first one of each say why, and what to do. Absent if there are none.',
      }),
      error: Type.String({
        description: 'Why the folder of the datasets cannot be read. Absent if it can be read.',
      }),
    }),
    version: Type.String({ description: 'The version of this service.' }),
    uptime_seconds: Type.Integer({ minimum: 0, description: 'Time since the service started, in seconds.' }),
  },
  {
    $id: 'Health',
    description: 'The health of the service and of each dataset.',
    examples: [
      {
        status: 'healthy',
        question_files: { astronomy: 'external-resources/questions/Refined_Astronomy_Questions.csv' },
        datasets: [DATASET_EXAMPLE],
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
    'The HTTP status is always 200. When a dataset is invalid, `status` is `degraded`, and the `error` of the dataset contains its diagnostics with file, line and the name of the column. Other categories are not affected.',
  input: {},
  result: { description: 'The health of the service.', schema: Health },
  schemas: [DatasetHealth],
  errors: [],
  run(_input, { bank, version, startedAt, now }) {
    const notices = listNotices(bank).slice(0, MAX_IGNORED_FILES)
    const statuses = bank.statuses()
    const { error, ignoredFiles } = bank.lastScan()
    const isHealthy = error === undefined && statuses.every(({ diagnostics }) => diagnostics.length === 0)
    return uncached<Health>({
      status: isHealthy ? 'healthy' : 'degraded',
      question_files: Object.fromEntries(statuses.map(({ category, path }) => [category, path])),
      datasets: statuses.map(describeDataset),
      ...(ignoredFiles.length > 0 && { ignored_files: ignoredFiles.slice(0, MAX_IGNORED_FILES) }),
      ...(notices.length > 0 && { notices }),
      ...(error !== undefined && { error }),
      version,
      uptime_seconds: Math.floor((now().getTime() - startedAt.getTime()) / 1000),
    })
  },
})

/** Maximum number of names of ignored files, and of notices, in a response. */
const MAX_IGNORED_FILES = 100

/** Maximum number of diagnostics of one dataset in a response. */
const MAX_DIAGNOSTICS = 10

function describeDataset(status: DatasetStatus): Health['datasets'][number] {
  const { category, path, loadedAt, dataset, diagnostics } = status
  const warnings = describePublicly(dataset?.suspicions ?? []).map((text) => nameCommands(text, path))
  const error = describeDiagnostics(diagnostics, MAX_DIAGNOSTICS).join('\n')
  return {
    category,
    path,
    questions: dataset?.size ?? 0,
    version: dataset?.publicRevision ?? null,
    loaded_at: loadedAt?.toISOString() ?? null,
    ...(error && { error }),
    ...(warnings.length > 0 && { warnings }),
  }
}

export const getLiveness = defineOperation(LIVENESS)

export const getReadiness = defineOperation({
  ...READINESS,
  description: 'Returns 200 when at least one dataset is served, otherwise 503.',
  errors: [QUESTIONS_ERRORS.no_dataset],
  run(_input, { bank }) {
    if (bank.statuses().some(({ dataset }) => dataset !== undefined)) return passProbe()
    throw new AppError(QUESTIONS_ERRORS.no_dataset, 'expected at least one dataset, got none')
  },
})

/** Returns Prometheus metrics. They are public, because they contain no data of clients. */
export const getMetrics = defineOperation({
  ...METRICS,
  access: 'public',
  description:
    'Returns the durations of requests by method, route and status; the size, revision, load time and reload status of each dataset; and the metrics of the process, such as its event loop delay.',
  isLimited: false,
  run: (_input, { metrics }) => readMetrics(metrics),
})
