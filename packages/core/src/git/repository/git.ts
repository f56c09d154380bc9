// Defines how the files of this folder run git. Each layer calls the previous one:
//
// 1. `spawnGit` (spawn-git.ts) starts one process of git and limits its time and output.
// 2. `runGit` (run-git.ts) adds the options of every call, and converts each error to an AppError.
// 3. `RunGitIn` (open-git.ts) adds the timeout and the environment, and limits concurrency.
// 4. `Git` runs git in the root of the working tree of one repository.

import type { RunGitOptions } from './run-git.ts'
import type { GitDialogue } from './spawn-git.ts'

/** What some runs of git need, such as other variables or a longer timeout. */
export type GitSettings = Partial<
  Pick<RunGitOptions, 'variables' | 'runsHooks' | 'timeoutMs' | 'isWriting' | 'signal'>
>

/**
 * Runs git in a folder.
 * @returns the standard output
 * @throws AppError `git/unreadable_repository`
 */
export type RunGitIn = (
  folder: string,
  args: readonly string[],
  input?: string | Buffer,
  settings?: GitSettings,
) => Promise<Buffer>

/** Runs git in one repository. @throws AppError `git/unreadable_repository` */
export interface Git {
  /**
   * Runs git and returns its standard output as bytes.
   * @param input the standard input, empty by default
   */
  runForBytes(args: readonly string[], input?: string | Buffer): Promise<Buffer>
  /** Runs git and returns its standard output, decoded as UTF-8. */
  runForText(...args: string[]): Promise<string>
  /** The absolute path of the git directory. That of a linked work tree is its own. */
  directory(): Promise<string>
  /** Runs git in the same repository with other settings. */
  with(settings: GitSettings): Git
  /** Starts git to send it commands one after the other. */
  openDialogue(args: readonly string[]): Promise<GitDialogue>
}
