// Shows what to do when the service has no questions: an example file, and where to put it.
import { readMeta } from '../api.js'
import { fillProblems, show } from './screen.js'

/**
 * Shows the screen.
 * @param {string[]} problems the files that are not served
 */
export function showEmpty(problems) {
  const folder = readMeta('questions-folder')
  const part = show('empty', folder ? { folder } : {})
  fillProblems(part('problems'), problems)
}
