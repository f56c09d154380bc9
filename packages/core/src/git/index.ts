// Lists what changed in a git repository since the last release, and records edits of the changelog.
export { CATEGORIES, Change, compareBranch, listChanges, type ReleasedVersion } from './changes/index.ts'
export { GIT_ERRORS } from './errors.ts'
export { findGitDirectory, findOwnFolder } from './git-directory.ts'
export * from './release-modes/index.ts'
export { type OpenDialogue, openRepository, type Repository, type RunGit, runGit } from './repository.ts'
export { findTemplateProblem, findUpdateMessageProblem } from './templates.ts'
export { openGitDialogue } from './write.ts'
