// Shows what to do when the service has no questions: an example file and where to put it, or which files to fix.
import { readMeta } from '../api.js'
import { createTextElement, fillProblems, show } from './screen.js'

/** The words beside files that are not served. */
const NOT_READY = {
  title: 'Your questions are not ready yet',
  lead: 'Fix what is listed here, and save the file. This page shows the questions a few seconds later.',
}

/**
 * Shows the screen.
 * @param {string[]} problems the files that are not served
 */
export function showEmpty(problems) {
  const folder = readMeta('questions-folder')
  const part = show('empty', problems.length > 0 ? NOT_READY : {})
  if (folder) part('folder').replaceChildren('the folder named ', createTextElement('code', folder))
  part('steps').hidden = problems.length > 0
  fillProblems(part('problems'), problems)
}
