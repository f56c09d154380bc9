// The settings, told in three places that must agree: the schemas, .env.example and the README.
import { readFileSync } from 'node:fs'
import { ChangelogConfig } from '@qb/changelog/config'
import { QuestionsConfig } from '@qb/questions/config'
import { describe, expect, it } from 'vitest'
import { ROOT } from './process.ts'

const settings = Object.entries({ ...QuestionsConfig.properties, ...ChangelogConfig.properties }).map(
  ([name, { default: value, description }]) => [name, String(value), description] as const,
)
const named = settings.map(([name, value]) => `${name}=${value}`).toSorted()

describe('every setting', () => {
  it('is in .env.example with its default, and nothing else is', () => {
    const lines = readFileSync(`${ROOT}.env.example`, 'utf8').split('\n')
    expect(lines.filter((line) => line !== '' && !line.startsWith('#')).toSorted()).toEqual(named)
  })

  it('is in the README with its default and its description, and nothing else is', () => {
    const rows = readFileSync(`${ROOT}README.md`, 'utf8').matchAll(
      /^\| `([A-Z_]+)` \| `([^`]*)` \| (.*) \|$/gm,
    )
    const told = Array.from(rows, ([, name, value, about]) => [name, value, about])
    expect(told.toSorted()).toEqual(settings.toSorted())
  })
})
