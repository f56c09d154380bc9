import { expect, it } from 'vitest'
import { createProgressBar } from './progress.ts'

it('draws a bar on a terminal after one second, and erases it at the end', () => {
  const written: string[] = []
  let time = 0
  const draw = createProgressBar({ isTTY: true, write: (text) => written.push(text) }, () => time)
  draw?.(0.1)
  expect(written).toEqual([])
  time = 1000
  draw?.(0.5)
  draw?.(1)
  expect(written).toEqual([`\rcomparing questions [${'#'.repeat(15)}${'.'.repeat(15)}] 50 %`, '\r\u001b[K'])
})

it('draws nothing when the output is not a terminal', () => {
  expect(createProgressBar({ write: () => undefined }, () => 0)).toBeUndefined()
})
