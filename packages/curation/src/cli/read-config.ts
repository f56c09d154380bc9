// Reads the config that the commands share with the service, so that a check tells what the service will serve.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { QuestionsConfig } from '@qb/questions/config'

/** The config of the commands. */
export interface CommandConfig {
  /** The folder of the datasets, absolute. */
  readonly questionsDir: string
  /** Whether the service serves a dataset without its invalid rows. */
  readonly skipInvalidRows: boolean
}

/**
 * Reads the config from the environment or from the file `.env`. An empty value counts as not set.
 * @param root the folder of `.env`, and the folder that `QUESTIONS_DIR` is relative to, absolute
 * @param defaultDir the folder of the datasets without `QUESTIONS_DIR`, relative to `root`
 */
export function readCommandConfig(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  defaultDir = QuestionsConfig.properties.QUESTIONS_DIR.default as string,
): CommandConfig {
  const path = resolve(root, '.env')
  const file: Record<string, string | undefined> = existsSync(path)
    ? parseEnv(readFileSync(path, 'utf8'))
    : {}
  const read = (name: string) => environment[name] || file[name] || undefined
  return {
    questionsDir: resolve(root, read('QUESTIONS_DIR') ?? defaultDir),
    skipInvalidRows: ['true', '1'].includes(read('QUESTIONS_SKIP_INVALID_ROWS')?.toLowerCase() ?? ''),
  }
}
