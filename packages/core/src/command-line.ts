// Reads a command line.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { suggestSimilar } from './similar.ts'

/**
 * Calls `parseArgs`. The error for an unknown option names a similar one, and not how to pass a text with a dash.
 * @throws TypeError whose `code` begins with `ERR_PARSE_ARGS`
 */
export function readCommandLine<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const { message } = error as Error
    const [, option] = /^Unknown option '(-[^']*)'/.exec(message) ?? []
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    if (option) (error as Error).message = `unknown option: ${option}${suggestSimilar(option, known)}`
    throw error
  }
}
