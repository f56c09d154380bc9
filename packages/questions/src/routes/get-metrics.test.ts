import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBank } from '@qb/core/questions'
import { assertProblem } from '@qb/http/testing'
import { describe, expect, it } from 'vitest'
import { makeApp, makeSheet, NOW } from '../testing.ts'

type App = Awaited<ReturnType<typeof makeApp>>

/** The lines of one figure, without their help. */
async function figure(app: App, name: string): Promise<string[]> {
  const { body } = await app.inject('/metrics')
  return body.split('\n').filter((line) => line.startsWith(name))
}

describe('GET /metrics', () => {
  it('is Prometheus text that nobody keeps', async () => {
    const { statusCode, headers } = await (await makeApp()).inject('/metrics')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  it('counts and times requests by route pattern and status, and names no address', async () => {
    const app = await makeApp()
    for (const path of ['stars?seed=secret', 'stars', 'nothing-here', 'stars/S-1', 'stars?limit=0']) {
      await app.inject(`/api/v1/questions/${path}`)
    }
    await app.inject('/somewhere/else')
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      await app.inject({ method, url: '/api/v1/questions/stars' })
    }
    const counts = await figure(app, 'http_request_duration_seconds_count')
    const route = (path: string, status: number, count: number) =>
      `http_request_duration_seconds_count{method="GET",route="${path}",status="${status}"} ${count}`
    expect(counts).toEqual([
      route('/api/v1/questions/:category', 200, 2),
      route('/api/v1/questions/:category', 404, 1),
      route('/api/v1/questions/:category/:id', 200, 1),
      route('/api/v1/questions/:category', 400, 1),
      route('unknown', 404, 1),
      route('/api/v1/questions/:category', 405, 3).replace('GET', 'other'),
    ])
    const { body } = await app.inject('/metrics')
    for (const word of ['secret', 'nothing-here', 'S-1', 'somewhere']) expect(body).not.toContain(word)
    expect(await figure(app, 'http_request_duration_seconds_sum')).not.toEqual([])
  })

  it('tells the delay of the event loop, and what the process uses', async () => {
    const app = await makeApp()
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
      'process_resident',
    ]) {
      expect(await figure(app, name)).not.toEqual([])
    }
  })

  it('tells size, version and age of each dataset, and which cannot be read', async () => {
    const app = await makeApp()
    expect(await figure(app, 'questions_dataset_questions')).toEqual([
      'questions_dataset_questions{category="broken"} 0',
      'questions_dataset_questions{category="plain"} 1',
      'questions_dataset_questions{category="small_things"} 3',
      'questions_dataset_questions{category="stars"} 60',
    ])
    expect(await figure(app, 'questions_dataset_last_reload_successful')).toEqual([
      'questions_dataset_last_reload_successful{category="broken"} 0',
      'questions_dataset_last_reload_successful{category="plain"} 1',
      'questions_dataset_last_reload_successful{category="small_things"} 1',
      'questions_dataset_last_reload_successful{category="stars"} 1',
    ])
    const versions = (await app.inject('/api/v1/categories')).json().categories
    expect(await figure(app, 'questions_dataset_info')).toEqual(
      versions.map(
        ({ name, version }: { name: string; version: string }) =>
          `questions_dataset_info{category="${name}",version="${version}"} 1`,
      ),
    )
    expect((await figure(app, 'questions_dataset_loaded_timestamp_seconds'))[0]).toBe(
      `questions_dataset_loaded_timestamp_seconds{category="plain"} ${NOW.getTime() / 1000}`,
    )
  })

  it('is never behind the bank: what was reloaded, refused or taken away shows at once', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'questions-'))
    const file = join(directory, 'Refined_Stars_Questions.csv')
    await writeFile(file, makeSheet('S', 2))
    const bank = await openBank({ directory, now: () => NOW })
    const app = await makeApp({ bank })
    const settle = async () => {
      await bank.reload()
      await bank.reload()
      return [
        ...(await figure(app, 'questions_dataset_questions')),
        ...(await figure(app, 'questions_dataset_last_reload_successful')),
      ].map((line) => line.replace(/^questions_dataset_(\w+).*category="stars".* /, '$1 '))
    }
    await writeFile(file, makeSheet('S', 5))
    expect(await settle()).toEqual(['questions 5', 'last_reload_successful 1'])
    await writeFile(file, 'id\n')
    expect(await settle()).toEqual(['questions 5', 'last_reload_successful 0'])
    expect(await figure(app, 'questions_dataset_info')).toHaveLength(1)
    await rm(file)
    expect(await settle()).toEqual([])
    expect(await figure(app, 'questions_last_look_timestamp_seconds')).toEqual([
      `questions_last_look_timestamp_seconds ${NOW.getTime() / 1000}`,
    ])
    await rm(directory, { recursive: true })
  })

  it('knows no parameter', async () => {
    const { statusCode, headers, body } = await (await makeApp()).inject('/metrics?x=1')
    assertProblem(
      { status: statusCode, contentType: String(headers['content-type']), body },
      'invalid_parameters',
    )
  })
})
