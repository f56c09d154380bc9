import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { portVariable, readConfig, sharedConfig } from './config.ts'

const SCHEMA = Type.Object({ ...sharedConfig, PORT: portVariable(8123) })

describe('the shared config', () => {
  it('has safe defaults', () => {
    expect(readConfig(SCHEMA, {})).toEqual({
      TRUST_PROXY: false,
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'auto',
      LOG_REQUESTS: false,
      RATE_LIMIT_REDIS_URL: '',
      PORT: 8123,
    })
  })

  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])('has the log level %s', (level) => {
    expect(readConfig(SCHEMA, { LOG_LEVEL: level }).LOG_LEVEL).toBe(level)
  })

  it.each([
    ['true', true],
    ['1', true],
    ['0', false],
    ['2', 2],
    ['10', 10],
  ])('reads TRUST_PROXY=%s as %j', (text, value) => {
    expect(readConfig(SCHEMA, { TRUST_PROXY: text }).TRUST_PROXY).toBe(value)
  })

  it('says what TRUST_PROXY can be', () => {
    expect(() => readConfig(SCHEMA, { TRUST_PROXY: 'nginx' })).toThrow(
      'TRUST_PROXY: expected true, false, 1 or 0, or an integer from 2 to 10, got "nginx"',
    )
  })

  it.each([0, 1, 65_535])('accepts the port %d', (port) => {
    expect(readConfig(SCHEMA, { PORT: String(port) }).PORT).toBe(port)
  })

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'INFO'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'yes'],
    ['LOG_REQUESTS', 'yes'],
    ['RATE_LIMIT_REDIS_URL', '127.0.0.1:6379'],
  ])('rejects %s=%s', (name, value) => {
    expect(() => readConfig(SCHEMA, { [name]: value })).toThrow(
      expect.objectContaining({
        code: 'config/invalid',
        issues: [{ parameter: name, message: expect.stringContaining(`"${value}"`) }],
      }),
    )
  })

  it.each(Object.entries(SCHEMA.properties))('describes %s', (_name, { description }) => {
    expect(description).toMatch(/^[A-Z].*\w\.$/)
  })
})
