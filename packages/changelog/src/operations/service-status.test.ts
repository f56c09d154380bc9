import { expect, it } from 'vitest'
import { makeContext, readValue } from '../testing.ts'
import { getHealth, getMetrics } from './service-status.ts'

it('getHealth runs without HTTP', async () => {
  const result = getHealth.run({}, makeContext().context)
  expect(await readValue(result)).toEqual({ status: 'healthy', version: '1.2.3' })
})

it('getMetrics runs without HTTP', async () => {
  const result = await getMetrics.run({}, makeContext().context)
  const mediaType = expect.stringMatching(/^text\/plain/)
  expect(result).toMatchObject({ cache: 'none', content: { mediaType } })
  expect(await readValue(result)).toMatch(/^process_cpu_seconds_total \d/m)
})
