import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { portVariable, readOptions, toOptionError } from './config.ts'

it.each([
  ['QUESTIONS_PORT', 'port'],
  ['QUESTIONS_RELOAD_SECONDS', 'reloadSeconds'],
  ['CHANGELOG_TAG', 'tag'],
  ['LOG_LEVEL', 'logLevel'],
  ['REPOSITORY_PATH', 'repository'],
  ['CHANGELOG_PATH', 'changelog'],
])('the variable %s is the option %s', (variable, option) => {
  const schema = Type.Object({ [variable]: Type.String() })
  expect(readOptions(schema, { [option]: 'x' }, [])).toEqual({ [variable]: 'x' })
})

describe('options', () => {
  const schema = Type.Object({
    QUESTIONS_PORT: portVariable(8000),
    TRUST_PROXY: Type.Boolean({ default: false }),
  })
  const read = (options: object) => {
    try {
      return readOptions(schema, options, ['QUESTIONS_PORT'])
    } catch (error) {
      throw toOptionError(error)
    }
  }

  it('are the config, with its defaults', () => {
    expect(read({ trustProxy: true })).toEqual({ QUESTIONS_PORT: 8000, TRUST_PROXY: true })
    expect(read({ trustProxy: undefined })).toMatchObject({ TRUST_PROXY: false })
  })

  it('that are invalid are rejected by their names', () => {
    expect(() => read({ trustProxy: 'perhaps' })).toThrow(/^trustProxy: expected .*"perhaps"/)
  })

  it.each([{ trust: true }, { port: 1 }])('that are unknown are rejected: %o', (options) => {
    expect(() => read(options)).toThrow(/expected one of trustProxy; got/)
  })
})
