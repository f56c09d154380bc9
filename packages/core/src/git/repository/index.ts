// Reads a git repository. No other folder of this slice runs git or accesses the file system.
export type { Environment } from './environment.ts'
export { openRepository, type RepositoryOptions } from './open-repository.ts'
export type { Difference, Repository, StatusEntry } from './repository.ts'
export { type RunGit, runGit } from './run-git.ts'
