// Editing a changelog: a document in, a document out.
export { addEntries } from './add-entries.ts'
export { cutRelease, type ReleaseOrder, type ReleaseOutcome } from './cut-release.ts'
export { MAX_DESCRIPTION_LENGTH } from './description.ts'
