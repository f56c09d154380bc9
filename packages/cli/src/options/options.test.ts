// Tests the derivation, the reading and the help of options together, with the configs of both services.
import { ChangelogConfig } from '@qb/changelog/config'
import { QuestionsConfig } from '@qb/questions/config'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { deriveOptions } from './config-option.ts'
import { formatHelp, wrapText } from './format-help.ts'
import { readOptions } from './read-options.ts'

const SCHEMAS = [QuestionsConfig, ChangelogConfig]
const read = (...args: string[]) => readOptions(args, deriveOptions(QuestionsConfig).options, QuestionsConfig)

describe('the options of a service', () => {
  it.each(SCHEMAS)('have different names, and each variable is an option or a secret', (schema) => {
    const { options, secrets } = deriveOptions(schema)
    expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
    expect([...options, ...secrets].map(({ variable }) => variable).toSorted()).toEqual(
      Object.keys(schema.properties).toSorted(),
    )
  })

  it('do not contain secrets', () => {
    const names = SCHEMAS.flatMap((schema) => deriveOptions(schema).secrets.map(({ variable }) => variable))
    expect(new Set(names)).toEqual(
      new Set(['RATE_LIMIT_REDIS_URL', 'CHANGELOG_API_KEYS', 'CHANGELOG_JWT_SECRET']),
    )
    const open = SCHEMAS.flatMap((schema) => deriveOptions(schema).options.map(({ variable }) => variable))
    expect(open.filter((name) => /KEY|SECRET|PASSWORD|_URL$/.test(name))).toEqual([])
  })
})

describe('a command line', () => {
  it('sets variables', () => {
    expect(read('--dir', './mine', '--port=0', '--log-requests', '--no-skip-invalid-rows')).toEqual({
      kind: 'variables',
      variables: {
        QUESTIONS_DIR: './mine',
        QUESTIONS_PORT: '0',
        LOG_REQUESTS: 'true',
        QUESTIONS_SKIP_INVALID_ROWS: 'false',
      },
    })
  })

  it('asks for the help or the version, also with invalid values', () => {
    expect(read('--help').kind).toBe('help')
    expect(read('--port', 'x', '-h').kind).toBe('help')
    expect(read('-v').kind).toBe('version')
  })

  it.each([
    [['--prot', '1'], 'unknown option: --prot; did you mean --port?'],
    [['--api-keys', 'x'], /^unknown option: --api-keys/],
    [['-x'], /^unknown option: -x/],
    [['--port', 'abc'], /^--port: expected an integer from 0 to 65535, got "abc"$/],
    [['--port', '1', '--log-level', 'loud'], /^--log-level: expected one of/],
    [['--port'], /--port/],
    [['--log-requests=yes'], /--log-requests/],
    [['--no-port'], /--no-port|--port/],
    [['--dir', ''], '--dir: expected a value, got nothing'],
    [['people'], 'expected options, got "people"'],
  ])('%j is rejected', (args, message) => {
    const attempt = () => read(...args)
    expect(attempt).toThrow(UsageError)
    expect(attempt).toThrow(message)
  })
})

describe('the help', () => {
  it.each(SCHEMAS)('has every option and variable, in lines of at most 80 characters', (schema) => {
    const parts = deriveOptions(schema)
    const help = formatHelp({ ...parts, introduction: 'Usage: x', conclusion: 'The end' })
    for (const { name, variable } of parts.options) {
      expect(help).toMatch(new RegExp(`^  --${name} `, 'm'))
      expect(help).toContain(`[${variable}]`)
    }
    for (const { variable } of parts.secrets) expect(help).toMatch(new RegExp(`^  ${variable} `, 'm'))
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('uses the descriptions of the program', () => {
    const { options } = deriveOptions(QuestionsConfig, { QUESTIONS_DIR: 'Mine' })
    expect(options.find(({ name }) => name === 'dir')?.description).toBe('Mine')
  })

  it('breaks lines between words', () => {
    expect(wrapText('one two three fifteen', 7)).toEqual(['one two', 'three', 'fifteen'])
  })
})
