// Edits a changelog. Every edit takes a document and returns a new one.
export {
  addToDraft,
  addUnverified,
  type Draft,
  type DraftRelease,
  openDraft,
  releaseDraft,
  reopenDraft,
  replacementDraft,
} from './draft.ts'
export { cutRelease, type ReleaseOptions } from './release/cut-release.ts'
export { byteLengthOf, encodeParts, lengthOf, type SplicedText } from './spliced-text.ts'
export { addEntries } from './update/add-entries.ts'
export { MAX_DESCRIPTION_LENGTH, validateDescriptions } from './update/description.ts'
