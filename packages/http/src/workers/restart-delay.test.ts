import { expect, it } from 'vitest'
import { createRestartDelay } from './restart-delay.ts'

it('doubles the delay up to 5 s while workers end early', () => {
  const delayOf = createRestartDelay()
  expect([0, 10, 0, 29_999, 0, 0, 0, 0].map(delayOf)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000])
})

it('begins again after a worker has run for 30 s', () => {
  const delayOf = createRestartDelay()
  expect([0, 0, 30_000, 0].map(delayOf)).toEqual([100, 200, 100, 200])
})
