import { QUESTIONS_ERRORS } from '@qb/core/questions'
import { assertProblem } from '@qb/http/testing'
import { describe, expect, it } from 'vitest'
import { get, makeApp } from '../testing.ts'

describe('GET /livez', () => {
  it('responds with 200 even without a dataset', async () => {
    expect(await get(await makeApp({ files: {} }), '/livez')).toMatchObject({
      status: 200,
      body: '{"status":"ok"}\n',
    })
  })
})

describe('GET /readyz', () => {
  it('responds with 200 when one dataset is served', async () => {
    expect(await get(await makeApp(), '/readyz')).toMatchObject({ status: 200, body: '{"status":"ok"}\n' })
  })

  it.each([
    ['no file', {}],
    ['only an invalid dataset', { 'a.csv': 'x\n' }],
  ])('responds with 503 with %s', async (_about, files) => {
    assertProblem(await get(await makeApp({ files }), '/readyz'), QUESTIONS_ERRORS.no_dataset)
  })
})
