// Reads the options of a command line as config variables. The values are validated like those of the environment.
import { parseArgs } from 'node:util'
import { readConfig, renameVariables } from '@qb/http'
import type { TObject } from '@sinclair/typebox'
import { suggest } from '../suggest.ts'
import { UsageError } from '../usage-error.ts'
import type { ConfigOption } from './config-option.ts'

/** What a command line says. */
export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** The variables that are set by options. */
  | { readonly kind: 'variables'; readonly variables: Readonly<Record<string, string>> }

/**
 * Reads the options.
 * @throws UsageError for an unknown option, a missing or invalid value, and for arguments that are no options; its message
 * names the option
 */
export function readOptions(
  args: readonly string[],
  options: readonly ConfigOption[],
  schema: TObject,
): CommandLine {
  const values = parse(args, options)
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  const given = options.flatMap(({ name, variable }) =>
    values[name] === undefined ? [] : [[variable, String(values[name])] as const],
  )
  const empty = given.find(([, value]) => value === '')
  const nameOption = (variable: string) => `--${options.find((option) => option.variable === variable)?.name}`
  if (empty) throw new UsageError(`${nameOption(empty[0])}: expected a value, got nothing`)
  const variables = Object.fromEntries(given)
  try {
    readConfig(schema, variables)
  } catch (error) {
    throw new UsageError(renameVariables((error as Error).message, nameOption))
  }
  return { kind: 'variables', variables }
}

function parse(args: readonly string[], options: readonly ConfigOption[]) {
  const config = {
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
    options: {
      ...Object.fromEntries(
        options.map(({ name, placeholder }) => [
          name,
          { type: placeholder ? ('string' as const) : ('boolean' as const) },
        ]),
      ),
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  } as const
  const { tokens, positionals } = parseArgs({ ...config, strict: false })
  for (const token of tokens) {
    if (token.kind === 'option' && !(token.name in config.options))
      throw createUnknownOption(token.rawName, options)
  }
  if (positionals.length > 0) throw new UsageError(`expected options, got ${JSON.stringify(positionals[0])}`)
  try {
    return parseArgs({ ...config, strict: true }).values as Record<string, string | boolean | undefined>
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function createUnknownOption(rawName: string, options: readonly ConfigOption[]): UsageError {
  const names = [...options.map(({ name }) => `--${name}`), '--help', '--version']
  const suggestion = suggest(rawName, names)
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  return new UsageError(`unknown option: ${rawName}${hint}`)
}
