import { describe, expect, it } from 'vitest'
import { makeApp, makeBank, makeContext, makeCsv, readValue } from '../testing.ts'
import { getHealth } from './service-status.ts'

const health = async (files?: Record<string, string>) => {
  const app = await makeApp(files ? { files } : {})
  const response = await app.inject('/api/v1/health')
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

describe('getHealth', () => {
  it('runs without HTTP', async () => {
    const context = await makeContext({ files: { 'Refined_Stars_Questions.csv': makeCsv('S', 2) } })
    const later = new Date(context.startedAt.getTime() + 61_900)
    const health = await readValue(getHealth.run({}, { ...context, now: () => later }))
    expect(health).toMatchObject({ status: 'healthy', version: '1.2.3', uptime_seconds: 61 })
  })
})

describe('GET /api/v1/health', () => {
  it('is healthy when every dataset is valid', async () => {
    expect(await health({ 'Refined_Stars_Questions.csv': makeCsv('S', 2) })).toEqual({
      status: 'healthy',
      question_files: { stars: 'data/Refined_Stars_Questions.csv' },
      datasets: [
        {
          category: 'stars',
          path: 'data/Refined_Stars_Questions.csv',
          questions: 2,
          version: expect.stringMatching(/^[0-9a-f]{16}$/),
          loaded_at: '2026-01-02T03:04:05.000Z',
        },
      ],
      version: '1.2.3',
      uptime_seconds: 0,
    })
  })

  it('responds with 200 and degraded when a dataset is invalid, with the position of the error', async () => {
    const report = await health()
    expect(report.status).toBe('degraded')
    expect(report.question_files).toHaveProperty('broken', 'data/Refined_Broken_Questions.csv')
    expect(report.datasets.find(({ category }: { category: string }) => category === 'broken')).toEqual({
      category: 'broken',
      path: 'data/Refined_Broken_Questions.csv',
      questions: 0,
      version: null,
      loaded_at: null,
      error: expect.stringMatching(/^data\/Refined_Broken_Questions\.csv:1: expected a column/),
    })
  })

  it('warns of what looks wrong, and does not say which options are correct', async () => {
    const rows = Array.from(
      { length: 10 },
      (_, row) => `${row},CafÃ© ${row}?,A${row},"['A${row}', 'Bxx', 'C']"\n`,
    )
    const report = await health({ 'cafes.csv': `id,question,correct_answer,options\n${rows.join('')}` })
    expect(report.status).toBe('healthy')
    expect(report.datasets[0].warnings).toEqual([
      expect.stringContaining('wrong encoding'),
      expect.stringContaining('`npx -y pnpm@12 run questions check data/cafes.csv` says what'),
    ])
  })

  it('serves a sheet of another tool, and says why another one is not served', async () => {
    const report = await health({
      'rivers.csv': 'Question,Right answer,Wrong answer 1,Wrong answer 2\nLongest?,Nile,Po,Rhine\n',
      'lakes.csv': 'Question,Options,Answer\nDeepest?,SECRET|Como|Garda,1\n',
    })
    expect(report.datasets).toMatchObject([
      { category: 'lakes', questions: 0, error: 'data/lakes.csv:2: expected the number of an option' },
      { category: 'rivers', questions: 1 },
    ])
  })

  it('contains ten diagnostics of a dataset, and the number of omitted diagnostics', async () => {
    const rows = Array.from({ length: 15 }, (_, row) => `${row},,A\n`).join('')
    const report = await health({ 'Refined_Bad_Questions.csv': `id,question,correct_answer\n${rows}` })
    expect(report.datasets[0].error.split('\n')).toHaveLength(11)
    expect(report.datasets[0].error).toContain('and 5 more')
  })

  it('is degraded when the folder of the datasets cannot be read, with and without datasets', async () => {
    for (const files of [{}, { 'Refined_Stars_Questions.csv': makeCsv('S', 2) }]) {
      const bank = await makeBank(files)
      await bank.reload()
      const report = (await (await makeApp({ bank })).inject('/api/v1/health')).json()
      expect(report).toMatchObject({
        status: 'degraded',
        error: expect.stringContaining('ENOENT'),
      })
    }
  })

  it('is healthy without datasets', async () => {
    expect(await health({})).toMatchObject({ status: 'healthy', question_files: {}, datasets: [] })
  })

  it('names each row that was left out', async () => {
    const csv = `${makeCsv('S', 2)}x,,A,,,\ny,Q?,,,,\n`
    const bank = await makeBank({ 'stars.csv': csv }, { skipInvalidRows: true })
    const app = await makeApp({ bank })
    expect((await app.inject('/api/v1/health')).json()).toMatchObject({
      status: 'degraded',
      datasets: [
        { questions: 2, error: expect.stringMatching(/^data\/stars\.csv:4: .*\ndata\/stars\.csv:5: /) },
      ],
    })
    expect((await app.inject('/api/v1/questions/stars?limit=50')).json().total).toBe(2)
  })

  it.each([
    [{}, undefined],
    [{ 'notes.md': '' }, undefined],
    [{ 'a.csv': makeCsv('A', 1), 'a.xlsx': '' }, undefined],
    [
      { 'My class.xlsx': '' },
      [
        'My class.xlsx is not served\nSave it as CSV UTF-8, or import it with `npx -y pnpm@12 run questions import "data/My class.xlsx" --to data/`',
      ],
    ],
    [
      { 'a.csv': 'id,question,correct_answer,choice_1,choice_2\n1,Capital?,B,Rome,Bern\n' },
      [expect.stringMatching(/`npx -y pnpm@12 run questions import data\/a\.csv --to data\/ --force`$/)],
    ],
    [
      { 'a.csv': 'id,question,correct_answer\n1,,A\n2,,A\n3,,A\n' },
      [
        expect.stringMatching(
          /^a\.csv is not served\nLines 2, 3, 4: [^\n]*\n`.* check data\/a\.csv` says more$/,
        ),
      ],
    ],
    [
      { 'a.csv': 'id,question,correct_answer\n1,,A\n2,,A\n3,,A\n4,,A\n5,,A\n' },
      [
        expect.stringMatching(
          /^a\.csv is not served\nLines 2, 3, 4, …: [^\n]*\n`.* check data\/a\.csv` says more$/,
        ),
      ],
    ],
    [
      {
        'a.csv':
          'id,question,correct_answer,choice_1,choice_2\n,,A,A,B\n1,Q?,C,A,B\n2,,,A,B\n3,R?,,A,B\n3,S?,A,A,B\n',
      },
      [expect.stringMatching(/^a\.csv is not served\n/)],
    ],
  ])('says of the files %j for people: %j', async (files, notices) => {
    expect((await health(files)).notices).toEqual(notices)
  })

  it('says that a workbook is newer than the file of its import, and how to import it again', async () => {
    const files = { 'a.csv': makeCsv('A', 1), 'a.xlsx': '' }
    const bank = await makeBank(files, { changedAt: { 'a.csv': new Date(Date.now() - 120_000) } })
    expect((await (await makeApp({ bank })).inject('/api/v1/health')).json().notices).toEqual([
      'a.xlsx is newer than what is served\nImport it again with `npx -y pnpm@12 run questions import data/a.xlsx --to data/ --force`',
    ])
  })

  it('names the files that are not datasets', async () => {
    const report = await health({ 'stars.csv': makeCsv('S', 2), 'more.json': '[]' })
    expect(report).toMatchObject({ status: 'healthy', ignored_files: ['more.json'] })
  })
})
