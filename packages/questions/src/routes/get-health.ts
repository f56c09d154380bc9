// GET /api/v1/health: 200 as long as the process answers; `degraded` when a dataset could not be read.
import { type DatasetStatus, formatProblem, type QuestionBank } from '@qb/core/questions'
import { type Route, ref, route, stringEnum } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { answers, JSON_HEADERS } from '../answer.ts'

const DatasetHealth = Type.Object(
  {
    category: Type.String(),
    path: Type.String({ description: 'The file of what is served, or the one that cannot be read.' }),
    questions: Type.Integer({ minimum: 0, description: 'How many questions are served.' }),
    version: Type.Union([Type.String(), Type.Null()], {
      description: 'Of what is served: changes exactly when its content does; null when nothing is.',
    }),
    loaded_at: Type.String({
      format: 'date-time',
      description: 'When what is served was read, or else when the file first could not be; in UTC.',
    }),
    error: Type.Optional(
      Type.String({
        description: 'Why the file as it is now cannot be read: file, line and column.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** How the service is, and each dataset with it. */
export const Health = Type.Object(
  {
    status: stringEnum(['healthy', 'degraded'], {
      description: '`degraded`: some dataset, or the folder of them, could not be read.',
    }),
    question_files: Type.Record(Type.String(), Type.String(), {
      description: 'The file of each category.',
    }),
    datasets: Type.Array(DatasetHealth),
    error: Type.Optional(Type.String({ description: 'Why the folder of datasets cannot be read.' })),
    version: Type.String({ description: 'The version of this service.' }),
    uptime_seconds: Type.Integer({ minimum: 0 }),
  },
  {
    $id: 'Health',
    additionalProperties: false,
    description: 'How the service is.',
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

/** What the health report is made from. */
export interface GetHealth {
  readonly bank: QuestionBank
  readonly version: string
  readonly startedAt: Date
  readonly now: () => Date
}

/** Reports on the service and its datasets. */
export function getHealth({ bank, version, startedAt, now }: GetHealth): Route {
  return route({
    method: 'GET',
    url: '/api/v1/health',
    schema: {
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'How the service and its datasets are',
      description:
        'Always 200 while the process answers. `degraded` means that some dataset could not be read; its `error` says file, line and column, and the other categories are served as ever.',
      querystring: Type.Object({}, { additionalProperties: false }),
      response: answers(ref(Health), 'The state of the service.', 'invalid_parameters'),
    },
    handler(_request, reply) {
      const statuses = bank.statuses()
      const { problem } = bank.lastLook()
      const isHealthy = problem === undefined && statuses.every(({ problems }) => problems.length === 0)
      const health: Health = {
        status: isHealthy ? 'healthy' : 'degraded',
        question_files: Object.fromEntries(statuses.map(({ category, path }) => [category, path])),
        datasets: statuses.map(reportDataset),
        ...(problem !== undefined && { error: problem }),
        version,
        uptime_seconds: Math.floor((now().getTime() - startedAt.getTime()) / 1000),
      }
      return reply.headers(JSON_HEADERS).header('cache-control', 'no-store').send(JSON.stringify(health))
    },
  })
}

const SHOWN_PROBLEMS = 10

function reportDataset({
  category,
  path,
  loadedAt,
  dataset,
  problems,
}: DatasetStatus): Health['datasets'][number] {
  const more = problems.length > SHOWN_PROBLEMS ? [`and ${problems.length - SHOWN_PROBLEMS} more`] : []
  const error = [...problems.slice(0, SHOWN_PROBLEMS).map(formatProblem), ...more].join('\n')
  return {
    category,
    path,
    questions: dataset?.size ?? 0,
    version: dataset?.version ?? null,
    loaded_at: loadedAt.toISOString(),
    ...(error && { error }),
  }
}
