import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { stringEnum } from '../input/schemas.ts'
import { readConfig } from './read-config.ts'

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
})
