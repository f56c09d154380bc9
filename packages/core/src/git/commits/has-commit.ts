// Finds out whether a commit exists. One that no ref leads to is removed by git some day.
import { type Git, hasExitCode } from '../repository/index.ts'

/** Whether the repository has a commit. @throws AppError `git/unreadable_repository` */
export async function hasCommit(git: Git, commit: string): Promise<boolean> {
  try {
    await git.runForText('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch (error) {
    if (hasExitCode(error)) return false
    throw error
  }
}
