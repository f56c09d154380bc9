import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { stringEnum } from './schemas.ts'

const schema = Type.Object({
  PORT: Type.Integer({ default: 8000, minimum: 0, maximum: 65535 }),
  LEVEL: stringEnum(['info', 'error'], { default: 'info' }),
  VERBOSE: Type.Boolean({ default: false }),
})

describe('readConfig', () => {
  it('takes the defaults where nothing, or an empty text, is set', () => {
    expect(readConfig(schema, { PORT: '', HOME: '/root' })).toEqual({
      PORT: 8000,
      LEVEL: 'info',
      VERBOSE: false,
    })
  })

  it('reads texts as the types they are', () => {
    const config = readConfig(schema, { PORT: '0', LEVEL: 'error', VERBOSE: '1' })
    expect(config).toEqual({ PORT: 0, LEVEL: 'error', VERBOSE: true })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('names every wrong variable in one error, what was expected and what came', () => {
    expect(() => readConfig(schema, { PORT: '8000x', LEVEL: 'loud', VERBOSE: '1' })).toThrow(
      expect.objectContaining({
        code: 'invalid_settings',
        message:
          'PORT: expected an integer from 0 to 65535, got "8000x"\nLEVEL: expected one of: info, error, got "loud"',
      }),
    )
  })
})
