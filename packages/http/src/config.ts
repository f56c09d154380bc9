// Settings: one schema per app, checked once before anything listens, every problem in one message.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CoreError } from '@qb/core/errors'
import type { Static, TObject } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { describeExpected, readTexts } from './text-values.ts'

/**
 * Reads the schema's names from an environment; an empty value counts as not set, other names are not looked at.
 * @throws CoreError `invalid_settings` that names every wrong variable, what was expected and what came
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
  throw new CoreError('invalid_settings', detail, { issues })
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

/** An environment over the settings of a file; an empty variable counts as not set, a file that is missing as empty. */
export function withEnvFile(environment: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const written = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  return { ...written, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)) }
}
