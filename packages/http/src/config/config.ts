// Reads the config of a service from variables, once, before the server listens. A service spreads the shared variables into its
// own schema.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { AppError, defineErrors } from '@qb/core/errors'
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { stringEnum } from '../input/schemas.ts'
import { coerceValues, describeMismatch } from '../input/values.ts'

/** The error for invalid config. It ends the process at start and never becomes a response. */
export const CONFIG_ERRORS = defineErrors('config', {
  invalid: { title: 'Invalid config', outcome: 'failed', isLogged: true },
})

/** The variables that every service has. */
export const sharedConfig = {
  TRUST_PROXY: Type.Union([Type.Boolean(), Type.Integer({ minimum: 2, maximum: 10 })], {
    default: false,
    description:
      'Whether to take the client address from `X-Forwarded-For`, or the number of proxies that add one to it. Set it only behind proxies that you control.',
  }),
  RATE_LIMIT_REDIS_URL: Type.String({
    default: '',
    pattern: '^(rediss?://.+)?$',
    description:
      'The URL of a Redis in which all processes of a service count requests, such as `redis://127.0.0.1:6379`. When empty, each process counts its own.',
  }),
  LOG_LEVEL: stringEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The lowest level to log.',
  }),
  LOG_FORMAT: stringEnum(['auto', 'json', 'text'], {
    default: 'auto',
    description:
      'How log entries are written to standard error. `auto`: text for people in a terminal, otherwise JSON lines.',
  }),
  LOG_REQUESTS: Type.Boolean({
    default: false,
    description: 'Whether to log one line per request. Errors are always logged.',
  }),
}

/** The values of the shared variables. */
export type SharedConfig = {
  readonly [Name in keyof typeof sharedConfig]: Static<(typeof sharedConfig)[Name]>
}

/** The schema of the port variable of a service. */
export function portVariable(port: number) {
  return Type.Integer({
    default: port,
    minimum: 0,
    maximum: 65_535,
    description: 'The port to listen on. `0` selects a free port. The ready line shows it.',
  })
}

/**
 * Reads and validates the variables that the schema names. Other variables are ignored. An empty value counts
 * as not set.
 * @throws AppError `config/invalid`; the message names every invalid variable with its expected and its
 * actual value
 */
export function readConfig<S extends TObject>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Static<S>> {
  const setNames = Object.keys(schema.properties).filter((name) => environment[name])
  const values = coerceValues(schema, Object.fromEntries(setNames.map((name) => [name, environment[name]])))
  const validate = new Ajv({ useDefaults: true, allErrors: true, validateSchema: false }).compile(schema)
  if (validate(values)) return Object.freeze(values) as Readonly<Static<S>>
  const names = (validate.errors ?? []).map(({ instancePath, params }) =>
    String(params.missingProperty ?? instancePath.slice(1)),
  )
  const issues = [...new Set(names)].map((parameter) => {
    const actual = JSON.stringify(environment[parameter]) ?? 'nothing'
    return { parameter, message: describeMismatch(schema.properties[parameter] as TSchema, actual) }
  })
  const detail = issues.map(({ parameter, message }) => `${parameter}: ${message}`).join('\n')
  throw new AppError(CONFIG_ERRORS.invalid, detail, { issues })
}

/**
 * Merges the variables of an env file with an environment. The environment takes precedence, except for
 * variables with an empty value. A missing file counts as empty.
 * @param path the path of the env file
 * @throws AppError `config/invalid` when the file has a variable twice, because only one of them would be used
 */
export function withEnvFile(environment: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const repeated = findRepeated(text)
  if (repeated !== undefined) {
    throw configError(
      `${repeated}: expected one line in ${path}, got two; a list such as CHANGELOG_API_KEYS is separated by commas in one line`,
    )
  }
  const fileValues = parseEnv(text)
  return { ...fileValues, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)) }
}

/** Returns the first variable that an env file assigns twice. */
function findRepeated(text: string): string | undefined {
  // A quoted value can contain lines that look like assignments.
  const unquoted = text.replaceAll(/=\s*(["'`])[\s\S]*?\1/g, '=')
  const names = [...unquoted.matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*=/gm)].map(([, name]) => name)
  return names.find((name, index) => names.indexOf(name) < index)
}

/** Creates the error `config/invalid`. Each line of the message starts with the names of variables and a colon. */
export function configError(message: string): AppError {
  return new AppError(CONFIG_ERRORS.invalid, message)
}

/** Renames the variables at the start of the lines of a message of `config/invalid`. */
export function renameVariables(message: string, rename: (variable: string) => string): string {
  return message.replace(/^[A-Z_]+(?:, [A-Z_]+)*(?=: )/gm, (names) =>
    names.split(', ').map(rename).join(', '),
  )
}

/** Reads the variables that the caller of a library passes, without those about a process. @see {@link readConfig} */
export function readVariables<S extends TObject>(
  schema: S,
  variables: Readonly<Record<string, string | undefined>>,
  excluded: readonly string[],
): Readonly<Static<S>> {
  const known = Object.keys(schema.properties).filter((name) => !excluded.includes(name))
  const unknown = Object.keys(variables).find((name) => !known.includes(name))
  if (unknown !== undefined) throw configError(`${unknown}: expected one of ${known.join(', ')}`)
  return readConfig(schema, variables)
}
