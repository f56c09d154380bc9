// Refuses to edit a file with the conflict markers of git. A release would contain both sides.
// @see https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
import type { ChangelogDocument } from '../document/index.ts'
import { refusal } from './understood.ts'

const START = '<<<<<<< '
const END = '>>>>>>> '

/**
 * Asserts that there are no conflict markers outside code and comments.
 * @throws AppError `changelog/edit_refused` with the line
 */
export function assertNoConflicts({ lineMap: { lines, kinds } }: ChangelogDocument): void {
  const find = (marker: string) =>
    lines.findIndex((line, index) => line.text.startsWith(marker) && !isCode(kinds[index] ?? ''))
  const start = find(START)
  if (start !== -1 && find(END) > start)
    throw refusal(start, 'a file without conflict markers, got the start of a conflict')
}

function isCode(kind: string): boolean {
  return kind === 'fence' || kind === 'comment' || kind === 'code'
}
