import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemTimers } from './timers.ts'

it.each([Number.POSITIVE_INFINITY, 2 ** 31])('a timer of %d ms does not run at once', async (ms) => {
  let hasRun = false
  const cancel = systemTimers.schedule(() => {
    hasRun = true
  }, ms)
  await setTimeout(20)
  cancel()
  expect(hasRun).toBe(false)
})
