import { expect, it } from 'vitest'
import { makeContext, readValue } from '../testing.ts'
import { getMetrics } from './get-metrics.ts'

it('getMetrics runs without HTTP', async () => {
  const result = await getMetrics.run({}, makeContext().context)
  const mediaType = expect.stringMatching(/^text\/plain/)
  expect(result).toMatchObject({ cache: 'none', content: { mediaType } })
  expect(await readValue(result)).toMatch(/^process_cpu_seconds_total \d/m)
})
