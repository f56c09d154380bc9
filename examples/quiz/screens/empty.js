// Shows what to do when the service has no questions: an example file and where to put it, or which files to mend.
import { readMeta } from '../api.js'
import { fillProblems, show } from './screen.js'

/** The words beside files that are not served. */
const NOT_READY = {
  title: 'Your questions are not ready yet',
  lead: 'Mend what is listed here, and save the file. This page shows the questions a few seconds later.',
}

/**
 * Shows the screen.
 * @param {string[]} problems the files that are not served
 */
export function showEmpty(problems) {
  const folder = readMeta('questions-folder')
  const part = show('empty', { ...(folder && { folder }), ...(problems.length > 0 && NOT_READY) })
  part('steps').hidden = problems.length > 0
  fillProblems(part('problems'), problems)
}
