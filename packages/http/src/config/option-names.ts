// Names config variables in other places than the environment: as options of a command line, and as options of a function.

import { AppError } from '@qb/core/errors'
import type { Static, TObject } from '@sinclair/typebox'
import { CONFIG_ERRORS } from './errors.ts'
import { readConfig } from './read-config.ts'

/** The prefix of the variables of one service. Its options do not have it. */
const SERVICE_PREFIX = /^(?:QUESTIONS|CHANGELOG)_/

/** The variables whose options do not follow the rule. Without its prefix, `CHANGELOG_PATH` would be `path`. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  REPOSITORY_PATH: 'repository',
  CHANGELOG_PATH: 'changelog',
}

/** Returns the name of a variable as an option of a command line: `QUESTIONS_BASE_PATH` is `base-path`. */
export function optionNameOf(variable: string): string {
  return EXCEPTIONS[variable] ?? variable.replace(SERVICE_PREFIX, '').toLowerCase().replaceAll('_', '-')
}

/** Returns the name of a variable as a member of an object: `QUESTIONS_BASE_PATH` is `basePath`. */
export function memberNameOf(variable: string): string {
  return optionNameOf(variable).replace(/-(.)/g, (_match, char: string) => char.toUpperCase())
}

/** Renames the variables at the start of the lines of a message of `config/invalid`. */
export function renameVariables(message: string, rename: (variable: string) => string): string {
  return message.replace(/^[A-Z_]+(?=: )/gm, rename)
}

/**
 * Reads the config from an object whose members are named by {@link memberNameOf}. The validation is that of
 * {@link readConfig}.
 * @param excluded variables that are no members, because they are about a process
 * @throws AppError `config/invalid`; {@link toMemberError} names the members in its message
 */
export function readOptions<S extends TObject>(
  schema: S,
  options: object,
  excluded: readonly string[],
): Readonly<Static<S>> {
  const variables = new Map(
    Object.keys(schema.properties)
      .filter((variable) => !excluded.includes(variable))
      .map((variable) => [memberNameOf(variable), variable]),
  )
  const values = Object.entries(options).filter(([, value]) => value !== undefined)
  const unknown = values.find(([name]) => !variables.has(name))
  if (unknown) {
    const names = [...variables.keys()].join(', ')
    throw new AppError(CONFIG_ERRORS.invalid, `options: expected one of ${names}; got ${unknown[0]}`)
  }
  const environment = values.map(([name, value]) => [variables.get(name), String(value)])
  return readConfig(schema, Object.fromEntries(environment))
}

/** Converts an error about the config to one that names members instead of variables. Other errors are returned as they are. */
export function toMemberError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.definition !== CONFIG_ERRORS.invalid) return error
  return new AppError(CONFIG_ERRORS.invalid, renameVariables(error.message, memberNameOf), { cause: error })
}
