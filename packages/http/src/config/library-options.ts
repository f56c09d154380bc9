// Reads the config of a service from the options of its library: `QUESTIONS_BASE_PATH` is the option `basePath`.
import { AppError } from '@qb/core/errors'
import type { Static, TObject } from '@sinclair/typebox'
import { CONFIG_ERRORS, readConfig, renameVariables } from './config.ts'

/** The variables whose options do not follow the rule. Without its prefix, `CHANGELOG_PATH` would be `path`. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  REPOSITORY_PATH: 'repository',
  CHANGELOG_PATH: 'changelog',
}

/** Returns the name of the option for a variable. */
function optionOf(variable: string): string {
  const name = variable.replace(/^(?:QUESTIONS|CHANGELOG)_/, '').toLowerCase()
  return EXCEPTIONS[variable] ?? name.replace(/_(.)/g, (_match, char: string) => char.toUpperCase())
}

/**
 * Reads the config from options. The validation is that of {@link readConfig}.
 * @param excluded variables without an option, because they are about a process
 * @throws AppError `config/invalid`; {@link toOptionError} names the options in its message
 */
export function readOptions<S extends TObject>(
  schema: S,
  options: object,
  excluded: readonly string[],
): Readonly<Static<S>> {
  const names = Object.keys(schema.properties).filter((variable) => !excluded.includes(variable))
  const variables = new Map(names.map((variable) => [optionOf(variable), variable]))
  const values = Object.entries(options).filter(([, value]) => value !== undefined)
  const unknown = values.find(([name]) => !variables.has(name))
  if (unknown) {
    const known = [...variables.keys()].join(', ')
    throw new AppError(CONFIG_ERRORS.invalid, `options: expected one of ${known}; got ${unknown[0]}`)
  }
  const environment = values.map(([name, value]) => [variables.get(name), String(value)])
  return readConfig(schema, Object.fromEntries(environment))
}

/** Converts an error about the config to one that names options instead of variables. Returns other errors unchanged. */
export function toOptionError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.definition !== CONFIG_ERRORS.invalid) return error
  return new AppError(CONFIG_ERRORS.invalid, renameVariables(error.message, optionOf), { cause: error })
}
