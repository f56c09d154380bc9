// Records edits of a changelog in git, in the release modes `commit` and `push`.
export * from './plan.ts'
export type { Decision, FileState } from './publish.ts'
export { openVersionControl, type VersionControl } from './version-control.ts'
