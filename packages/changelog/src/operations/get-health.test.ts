import { expect, it } from 'vitest'
import { makeContext, readValue } from '../testing.ts'
import { getHealth } from './get-health.ts'

it('getHealth runs without HTTP', async () => {
  const result = getHealth.run({}, makeContext().context)
  expect(await readValue(result)).toEqual({ status: 'healthy', version: '1.2.3' })
})
