// Edits a changelog. Every edit takes a document and returns a new one.
export { addEntries } from './add-entries.ts'
export { cutRelease, type ReleaseOptions, type ReleaseOutcome } from './cut-release.ts'
export { MAX_DESCRIPTION_LENGTH } from './description.ts'
