import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { memberNameOf, optionNameOf, readOptions, renameVariables, toMemberError } from './option-names.ts'
import { portVariable } from './shared-config.ts'

describe('the name of a variable', () => {
  it.each([
    ['QUESTIONS_PORT', 'port', 'port'],
    ['QUESTIONS_MAX_DATASET_BYTES', 'max-dataset-bytes', 'maxDatasetBytes'],
    ['CHANGELOG_TAG', 'tag', 'tag'],
    ['LOG_LEVEL', 'log-level', 'logLevel'],
    ['REPOSITORY_PATH', 'repository', 'repository'],
    ['CHANGELOG_PATH', 'changelog', 'changelog'],
  ])('%s is the option %s and the member %s', (variable, option, member) => {
    expect([optionNameOf(variable), memberNameOf(variable)]).toEqual([option, member])
  })

  it('is replaced at the start of each line of a message', () => {
    expect(renameVariables('A_B: expected C_D, got E\nC_D: x', (name) => `--${name}`)).toBe(
      '--A_B: expected C_D, got E\n--C_D: x',
    )
  })
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
      throw toMemberError(error)
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
