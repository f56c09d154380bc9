// Reads a git repository. The only folder of the slice that runs git or touches the disk.
export type { Environment } from './environment.ts'
export { openRepository, type RepositoryOptions } from './open-repository.ts'
export type { Difference, Repository } from './repository.ts'
export { type RunGit, runGit } from './run-git.ts'
