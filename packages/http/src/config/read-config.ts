// Reads the config of a service by its schema, once, before the server listens. One error names every invalid
// variable.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { AppError } from '@qb/core/errors'
import type { Static, TObject } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { describeExpected, readTexts } from '../input/text-values.ts'
import { CONFIG_ERRORS } from './errors.ts'

/**
 * Reads the variables that the schema names. An empty value counts as not set. Other variables are ignored.
 * @throws AppError `config/invalid`; the message names every invalid variable with its expected and its actual value
 */
export function readConfig<S extends TObject>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Static<S>> {
  const set = Object.keys(schema.properties).filter((name) => environment[name])
  const values = readTexts(schema, Object.fromEntries(set.map((name) => [name, environment[name]])))
  const validate = new Ajv({ useDefaults: true, allErrors: true }).compile(schema)
  if (validate(values)) return Object.freeze(values) as Readonly<Static<S>>
  const names = new Set((validate.errors ?? []).map(nameVariable))
  const issues = [...names].map((parameter) => {
    const expected = describeExpected(schema.properties[parameter] as TObject)
    return {
      parameter,
      message: `expected ${expected}, got ${JSON.stringify(environment[parameter]) ?? 'nothing'}`,
    }
  })
  const detail = issues.map(({ parameter, message }) => `${parameter}: ${message}`).join('\n')
  throw new AppError(CONFIG_ERRORS.invalid, detail, { issues })
}

function nameVariable({
  instancePath,
  params,
}: {
  instancePath: string
  params: Record<string, unknown>
}): string {
  return String(params.missingProperty ?? instancePath.split('/')[1])
}

/**
 * Merges an environment over the variables of a file. An empty variable counts as not set. A missing file counts as
 * empty.
 */
export function withEnvFile(environment: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const written = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  return { ...written, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)) }
}
