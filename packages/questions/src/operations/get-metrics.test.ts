import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBank } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { describe, expect, it } from 'vitest'
import { get, makeApp, makeContext, makeCsv, NOW, readValue } from '../testing.ts'
import { getMetrics } from './service-status.ts'

/** Returns the samples whose names start with `name`. */
async function samplesOf(app: Service, name: string): Promise<string[]> {
  const { body } = await app.inject('/metrics')
  return body.split('\n').filter((line) => line.startsWith(name))
}

describe('getMetrics', () => {
  it('runs without HTTP', async () => {
    expect(await readValue(getMetrics.run({}, await makeContext()))).toContain('process_cpu_seconds_total')
  })
})

describe('GET /metrics', () => {
  it('returns metrics in the Prometheus text format, with no-store', async () => {
    const { statusCode, headers } = await (await makeApp()).inject('/metrics')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  it('measures requests by method, route pattern and status, without the URLs of clients', async () => {
    const app = await makeApp()
    for (const path of ['stars?seed=secret', 'stars', 'nothing-here', 'stars/S-1', 'stars?limit=0']) {
      await app.inject(`/api/v1/questions/${path}`)
    }
    await app.inject('/somewhere/else')
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      await app.inject({ method, url: '/api/v1/questions/stars' })
    }
    const counts = await samplesOf(app, 'http_request_duration_seconds_count')
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
    expect(await samplesOf(app, 'http_request_duration_seconds_sum')).not.toEqual([])
  })

  it('contains the event loop delay and the resources of the process', async () => {
    const app = await makeApp()
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
      'process_resident',
    ]) {
      expect(await samplesOf(app, name)).not.toEqual([])
    }
  })

  it('contains the size, revision and load time of each dataset, and whether its file is valid', async () => {
    const app = await makeApp()
    expect(await samplesOf(app, 'questions_dataset_questions')).toEqual([
      'questions_dataset_questions{category="broken"} 0',
      'questions_dataset_questions{category="plain"} 1',
      'questions_dataset_questions{category="small_things"} 3',
      'questions_dataset_questions{category="stars"} 60',
    ])
    expect(await samplesOf(app, 'questions_dataset_last_reload_successful')).toEqual([
      'questions_dataset_last_reload_successful{category="broken"} 0',
      'questions_dataset_last_reload_successful{category="plain"} 1',
      'questions_dataset_last_reload_successful{category="small_things"} 1',
      'questions_dataset_last_reload_successful{category="stars"} 1',
    ])
    const versions = (await app.inject('/api/v1/categories')).json().categories
    expect(await samplesOf(app, 'questions_dataset_info')).toEqual(
      versions.map(
        ({ name, version }: { name: string; version: string }) =>
          `questions_dataset_info{category="${name}",version="${version}"} 1`,
      ),
    )
    expect((await samplesOf(app, 'questions_dataset_loaded_timestamp_seconds'))[0]).toBe(
      `questions_dataset_loaded_timestamp_seconds{category="plain"} ${NOW.getTime() / 1000}`,
    )
  })

  it('contains the current state of the bank after each reload', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'questions-'))
    const file = join(directory, 'Refined_Stars_Questions.csv')
    await writeFile(file, makeCsv('S', 2))
    const bank = await openBank({ directory, reservedIds: [], now: () => NOW })
    const app = await makeApp({ bank })
    const reloadTwice = async () => {
      await bank.reload()
      await bank.reload()
      return [
        ...(await samplesOf(app, 'questions_dataset_questions')),
        ...(await samplesOf(app, 'questions_dataset_last_reload_successful')),
      ].map((line) => line.replace(/^questions_dataset_(\w+).*category="stars".* /, '$1 '))
    }
    await writeFile(file, makeCsv('S', 5))
    expect(await reloadTwice()).toEqual(['questions 5', 'last_reload_successful 1'])
    await writeFile(file, 'id\n')
    expect(await reloadTwice()).toEqual(['questions 5', 'last_reload_successful 0'])
    expect(await samplesOf(app, 'questions_dataset_info')).toHaveLength(1)
    await rm(file)
    expect(await reloadTwice()).toEqual([])
    expect(await samplesOf(app, 'questions_last_scan_timestamp_seconds')).toEqual([
      `questions_last_scan_timestamp_seconds ${NOW.getTime() / 1000}`,
    ])
    await rm(directory, { recursive: true })
  })

  it('rejects an unknown parameter', async () => {
    assertProblem(await get(await makeApp(), '/metrics?x=1'), HTTP_ERRORS.invalid_parameters)
  })
})
