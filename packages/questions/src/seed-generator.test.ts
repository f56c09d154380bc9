import { expect, it } from 'vitest'
import { createSeedGenerator } from './seed-generator.ts'

it('generates different seeds of eight characters', () => {
  const generate = createSeedGenerator()
  const seeds = Array.from({ length: 5_000 }, generate)
  expect(new Set(seeds).size).toBe(5_000)
  for (const seed of seeds) expect(seed).toMatch(/^[\w-]{8}$/)
})
