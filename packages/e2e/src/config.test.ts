// Config variables are listed in three places that must agree: the schemas, .env.example and docs/configuration.md.
import { readFileSync } from 'node:fs'
import { ChangelogConfig } from '@qb/changelog/config'
import { QuestionsConfig } from '@qb/questions/config'
import { describe, expect, it } from 'vitest'
import { ROOT } from './process.ts'

const variables = Object.entries({ ...QuestionsConfig.properties, ...ChangelogConfig.properties }).map(
  ([name, { default: value, description }]) => [name, String(value), description] as const,
)
const named = variables.map(([name, value]) => `${name}=${value}`).toSorted()

describe('every config variable', () => {
  it('is in .env.example with its default, and nothing else is', () => {
    const lines = readFileSync(`${ROOT}.env.example`, 'utf8').split('\n')
    expect(lines.filter((line) => line !== '' && !line.startsWith('#')).toSorted()).toEqual(named)
  })

  it('is in docs/configuration.md with its default and its description, and nothing else is', () => {
    const rows = readFileSync(`${ROOT}docs/configuration.md`, 'utf8').matchAll(
      /^\| `([A-Z_]+)` \| `([^`]*)` \| (.*) \|$/gm,
    )
    const listed = Array.from(rows, ([, name, value, about]) => [name, value, about])
    expect(listed.toSorted()).toEqual(variables.toSorted())
  })
})
