import { describe, expect, it } from 'vitest'
import { makeApp, makeBank, makeSheet } from '../testing.ts'

const health = async (sheets?: Record<string, string>) => {
  const app = await makeApp(sheets ? { sheets } : {})
  const response = await app.inject('/api/v1/health')
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

describe('GET /api/v1/health', () => {
  it('is healthy when every dataset was read', async () => {
    expect(await health({ 'Refined_Stars_Questions.csv': makeSheet('S', 2) })).toEqual({
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

  it('is degraded, still 200, and says file and line when a dataset could not be read', async () => {
    const report = await health()
    expect(report.status).toBe('degraded')
    expect(report.question_files).toHaveProperty('broken', 'data/Refined_Broken_Questions.csv')
    expect(report.datasets.find(({ category }: { category: string }) => category === 'broken')).toEqual({
      category: 'broken',
      path: 'data/Refined_Broken_Questions.csv',
      questions: 0,
      version: null,
      loaded_at: '2026-01-02T03:04:05.000Z',
      error:
        'data/Refined_Broken_Questions.csv:1:1: expected a column "correct_answer", got "id", "question"',
    })
  })

  it('shows ten problems of a dataset and counts the rest', async () => {
    const rows = Array.from({ length: 15 }, (_, row) => `${row},,A\n`).join('')
    const report = await health({ 'Refined_Bad_Questions.csv': `id,question,correct_answer\n${rows}` })
    expect(report.datasets[0].error.split('\n')).toHaveLength(11)
    expect(report.datasets[0].error).toContain('and 5 more')
  })

  it('is degraded when the folder of datasets is gone, whether it held any or not', async () => {
    for (const sheets of [{}, { 'Refined_Stars_Questions.csv': makeSheet('S', 2) }]) {
      const bank = await makeBank(sheets)
      await bank.reload()
      const report = (await (await makeApp({ bank })).inject('/api/v1/health')).json()
      expect(report).toMatchObject({
        status: 'degraded',
        error: 'expected a folder that can be read, got ENOENT',
      })
    }
  })

  it('is healthy with no dataset at all', async () => {
    expect(await health({})).toMatchObject({ status: 'healthy', question_files: {}, datasets: [] })
  })
})
