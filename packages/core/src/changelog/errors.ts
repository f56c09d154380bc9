// The errors of reading and editing a changelog.
import { defineErrors } from '../errors.ts'

export const CHANGELOG_ERRORS = defineErrors('changelog', {
  invalid_description: { title: 'Invalid description', outcome: 'invalid' },
  /** The file can be read in two ways, and the edit depends on which one is meant. */
  ambiguous: { title: 'Ambiguous changelog', outcome: 'invalid' },
  /** The edit would change more than the expected entries. */
  edit_refused: { title: 'Edit refused', outcome: 'invalid' },
  unknown_version: { title: 'Unknown version', outcome: 'not_found' },
  /** The path that the config names is not allowed. */
  invalid_path: { title: 'Invalid path', outcome: 'failed', fault: 'operator' },
  precondition_failed: { title: 'Precondition failed', outcome: 'precondition_failed' },
  /** Another writer holds the lock, or took it over. */
  locked: { title: 'Changelog is locked', outcome: 'conflict' },
  unreadable: { title: 'Changelog cannot be read', outcome: 'invalid', fault: 'operator' },
  unwritable: { title: 'Changelog cannot be written', outcome: 'invalid', fault: 'operator' },
})
