// Opens git for one repository: finds its working tree once, and limits how many processes run at the same time.
import type { Environment } from './environment.ts'
import type { Git, GitSettings, RunGitIn } from './git.ts'
import { gitOptions } from './git-options.ts'
import { createLimit } from './limit.ts'
import { runGit as defaultRunGit, type RunGit } from './run-git.ts'
import { openGitDialogue } from './spawn-git.ts'
import { checkGitVersion } from './version.ts'
import { findWorkingTree, type WorkingTree } from './working-tree.ts'

/** Options of {@link openGit}. */
export interface GitAccessOptions {
  /** The path of the root of the working tree, or of a folder in it. */
  readonly path: string
  /** The environment of the service. Variables that change the behaviour of git are not passed on. */
  readonly environment: Environment
  /** Maximum time of one run of git in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  /** Runs git. Tests replace this function to count or delay the calls. */
  readonly runGit?: RunGit
  /** Starts git to send it commands. Tests replace this function. */
  readonly openDialogue?: OpenDialogue
}

/** Starts git in a folder, to send it commands one after the other. */
export type OpenDialogue = typeof openGitDialogue

/** Access to one repository by running git. */
export interface GitAccess {
  readonly git: Git
  /** Finds the working tree. @throws AppError `git/unreadable_repository` */
  workingTree(): Promise<WorkingTree>
}

const TIMEOUT_MS = 10_000
const MAX_PROCESSES = 4

/** Opens git for a repository. git does not run before a method is called. At most four processes of git run at once. */
export function openGit({
  path,
  environment,
  timeoutMs = TIMEOUT_MS,
  runGit = defaultRunGit,
  openDialogue = openGitDialogue,
}: GitAccessOptions): GitAccess {
  const limit = createLimit(MAX_PROCESSES)
  const runGitIn: RunGitIn = (folder, args, input, settings) =>
    limit(() => runGit({ path: folder, timeoutMs, environment, ...settings }, args, input))
  let cached: Promise<WorkingTree> | undefined
  const find = async () => {
    await checkGitVersion({ timeoutMs, environment })
    return findWorkingTree(runGitIn, path)
  }
  const workingTree = () => {
    cached ??= find().catch((error: unknown) => {
      // The next call tries again.
      cached = undefined
      throw error
    })
    return cached
  }
  const createGit = (settings: GitSettings): Git => {
    const runForBytes: Git['runForBytes'] = async (args, input) => {
      const { root, ignoresCase } = await workingTree()
      return runGitIn(root, ['-c', `core.ignoreCase=${ignoresCase}`, ...args], input, settings)
    }
    return {
      runForBytes,
      runForText: async (...args) => String(await runForBytes(args)),
      directory: async () => (await workingTree()).gitDirectory,
      with: (more) => createGit({ ...settings, ...more }),
      async openDialogue(args) {
        const { root } = await workingTree()
        const options = { path: root, timeoutMs, environment, ...settings }
        return openDialogue(options, [...gitOptions(settings.runsHooks ?? false), ...args])
      },
    }
  }
  return { git: createGit({}), workingTree }
}
