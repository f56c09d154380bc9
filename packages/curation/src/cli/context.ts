// Defines what the commands depend on, so that tests can replace it.

import type { CommandConfig } from './read-config.ts'

/** The environment of a command. */
export interface CommandContext extends CommandConfig {
  /** The name of the program, such as `questions`. */
  readonly program: string
  /** Describes how the service is started with the datasets of a folder. Default: with `QUESTIONS_DIR`. */
  readonly describeStart?: (folder: string) => string
  /** The folder of the curated datasets, and that of their ratings. Absent where they are not part of the program. */
  readonly curated?: { readonly questionsDir: string; readonly ratingsDir: string }
  /** Ids that no question may have. */
  readonly reservedIds: readonly string[]
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly printTable: (rows: object) => void
  /** Is called with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}
