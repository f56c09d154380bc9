// Edits a changelog. Every edit takes a document and returns a new one.
export { cutRelease, type ReleaseOptions, type ReleaseOutcome } from './release/release.ts'
export { addEntries } from './update/add-entries.ts'
export { escapeMarkdown, MAX_DESCRIPTION_LENGTH } from './update/description.ts'
