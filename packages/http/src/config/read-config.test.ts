import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringEnum } from '../input/schemas.ts'
import { CONFIG_ERRORS, readConfig, renameVariables, withEnvFile } from './config.ts'

const schema = Type.Object({
  PORT: Type.Integer({ default: 8000, minimum: 0, maximum: 65535 }),
  LEVEL: stringEnum(['info', 'error'], { default: 'info' }),
  VERBOSE: Type.Boolean({ default: false }),
})

describe('readConfig', () => {
  it('uses the default for a variable that is not set or empty', () => {
    expect(readConfig(schema, { PORT: '', HOME: '/root' })).toEqual({
      PORT: 8000,
      LEVEL: 'info',
      VERBOSE: false,
    })
  })

  it('converts values to the types of the schema', () => {
    const config = readConfig(schema, { PORT: '0', LEVEL: 'error', VERBOSE: '1' })
    expect(config).toEqual({ PORT: 0, LEVEL: 'error', VERBOSE: true })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('reports every invalid variable in one error, with expected and actual value', () => {
    expect(() => readConfig(schema, { PORT: '8000x', LEVEL: 'loud', VERBOSE: '1' })).toThrow(
      expect.objectContaining({
        code: 'config/invalid',
        message:
          'PORT: expected an integer from 0 to 65535, got "8000x"\nLEVEL: expected one of: info, error; got "loud"',
      }),
    )
  })

  it('has one issue per invalid variable', () => {
    const ranges = Type.Object({ SIZE: Type.Integer({ minimum: 10, multipleOf: 4 }), ...schema.properties })
    expect(() => readConfig(ranges, { SIZE: '3', LEVEL: 'loud' })).toThrow(
      expect.objectContaining({
        issues: [
          { parameter: 'SIZE', message: expect.stringContaining('"3"') },
          { parameter: 'LEVEL', message: expect.stringContaining('"loud"') },
        ],
      }),
    )
  })

  it('reports a required variable that is not set', () => {
    expect(() => readConfig(Type.Object({ SECRET: Type.String() }), {})).toThrow(
      expect.objectContaining({
        code: 'config/invalid',
        issues: [{ parameter: 'SECRET', message: expect.stringMatching(/got nothing$/) }],
      }),
    )
  })
})

describe('withEnvFile', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'http-config-'))
    writeFileSync(join(folder, '.env'), '# A comment.\nHOST=örtlich\nPORT=1\nLEVEL="info"\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('adds the variables of the file to the environment', () => {
    expect(withEnvFile({ HOME: '/root' }, join(folder, '.env'))).toEqual({
      HOME: '/root',
      HOST: 'örtlich',
      PORT: '1',
      LEVEL: 'info',
    })
  })

  it('prefers variables of the environment unless they are empty', () => {
    expect(withEnvFile({ PORT: '2', LEVEL: '' }, join(folder, '.env'))).toEqual({
      HOST: 'örtlich',
      PORT: '2',
      LEVEL: 'info',
    })
  })

  it.each([
    ['twice', 'PORT=1\nLEVEL=info\n PORT=2\n'],
    ['with export', 'PORT=1\nexport PORT=1\n'],
  ])('rejects a variable that the file has %s', (_about, text) => {
    const file = join(folder, 'repeated.env')
    writeFileSync(file, text)
    expect(() => withEnvFile({}, file)).toThrow(
      expect.objectContaining({
        code: CONFIG_ERRORS.invalid.code,
        message: expect.stringMatching(/^PORT: /),
      }),
    )
  })

  it('accepts a name that occurs again in a comment or in a value', () => {
    const file = join(folder, 'once.env')
    writeFileSync(file, '# PORT=2\nPORT=1\nTEXT="a\nPORT=3\n"\nOTHER=PORT=4\n')
    expect(withEnvFile({}, file)).toEqual({ PORT: '1', TEXT: 'a\nPORT=3\n', OTHER: 'PORT=4' })
  })

  it('returns the environment when there is no file', () => {
    expect(withEnvFile({ PORT: '2' }, join(folder, 'missing'))).toEqual({ PORT: '2' })
  })
})

it('renameVariables replaces the variable at the start of each line of a message', () => {
  expect(renameVariables('A_B: expected C_D, got E\nC_D: x', (name) => `--${name}`)).toBe(
    '--A_B: expected C_D, got E\n--C_D: x',
  )
})
