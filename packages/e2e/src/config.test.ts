// Tests that .env.example and docs/configuration.md list the variables of the config schemas.
import { readFileSync } from 'node:fs'
import { ChangelogConfig } from '@qb/changelog/config'
import { QuestionsConfig } from '@qb/questions/config'
import { describe, expect, it } from 'vitest'
import { ROOT } from './process.ts'

const variables = Object.entries({ ...QuestionsConfig.properties, ...ChangelogConfig.properties }).map(
  ([name, { default: value, description }]) => [name, String(value), description] as const,
)
const assignments = variables.map(([name, value]) => `${name}=${value}`).toSorted()

describe('the config variables', () => {
  it('are in .env.example with their defaults, and no others are', () => {
    const lines = readFileSync(`${ROOT}.env.example`, 'utf8').split('\n')
    expect(lines.filter((line) => line !== '' && !line.startsWith('#')).toSorted()).toEqual(assignments)
  })

  it('are in docs/configuration.md with their defaults and descriptions, and no others are', () => {
    const rows = readFileSync(`${ROOT}docs/configuration.md`, 'utf8').matchAll(
      /^\| `([A-Z_]+)` \| `([^`]*)` \| (.*) \|$/gm,
    )
    const listed = Array.from(rows, ([, name, value, description]) => [name, value, description])
    expect(listed.toSorted()).toEqual(variables.toSorted())
  })
})
