import { describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'

const options = { dir: { type: 'string' }, force: { type: 'boolean' } } as const
const read = (...args: string[]) => readCommandLine({ args, options, allowPositionals: true })

describe('readCommandLine', () => {
  it('returns what parseArgs returns', () => {
    expect(read('--dir', 'a', 'b', '--force')).toMatchObject({
      values: { dir: 'a', force: true },
      positionals: ['b'],
    })
  })

  it.each([
    ['--dirr', 'unknown option: --dirr; did you mean "--dir"?'],
    ['--focre', 'unknown option: --focre; did you mean "--force"?'],
    ['--dirr=a', 'unknown option: --dirr; did you mean "--dir"?'],
    ['--nope', 'unknown option: --nope'],
    ['-x', 'unknown option: -x'],
  ])('explains the unknown option of %s', (arg, message) => {
    expect(() => read(arg)).toThrow(
      expect.objectContaining({ message, code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' }),
    )
  })

  it.each([
    [['--dir'], /--dir <value>.* argument missing/],
    [['--force=1'], /--force.* does not take an argument/],
  ])('leaves the other errors of parseArgs: %j', (args, message) => {
    expect(() => read(...args)).toThrow(message)
  })
})
