// Edits a changelog. Every edit takes a document and returns a document.
export { addEntries } from './add-entries.ts'
export { cutRelease, type ReleaseOrder, type ReleaseOutcome } from './cut-release.ts'
export { MAX_DESCRIPTION_LENGTH } from './description.ts'
