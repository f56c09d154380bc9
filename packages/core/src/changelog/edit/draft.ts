// Edits the text of a changelog by its abridged document, so that the time of an edit does not depend on the length of the file.
import { isError } from '../../errors.ts'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import type { NewEntry } from '../entry.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { type Abridged, abridge, toFullSplices } from './abridge.ts'
import { assertNoConflicts, mayHaveConflicts } from './conflicts.ts'
import { cutRelease, type ReleaseOptions, type ReleaseOutcome } from './release/cut-release.ts'
import type { Splice } from './splice.ts'
import { openText, replacementText, type SplicedText, spliceText, toText } from './spliced-text.ts'
import { addInStages } from './update/add-entries.ts'

/** The text of a changelog that is edited. */
export interface Draft {
  readonly content: SplicedText
  /** The content as a string. It is created at the first access and then cached. */
  readonly text: string
  /** The abridged document. It is computed at the first call and then cached. */
  abridged(): Abridged
  /** Whether the text can have conflict markers. It is computed at the first call and then cached. */
  mayHaveConflicts(): boolean
  /** Computes what the next edit needs, in about the time of an edit. */
  prepare(): void
}

/** Maximum number of lines of a section whose entries are prepared. */
const MAX_PREPARED_LINES = 1000

/** The result of a release of a draft. */
export type DraftRelease =
  | { readonly kind: 'released'; readonly version: string; readonly draft: Draft }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }

/** Opens a draft. @param document the parsed text, when it is known */
export function openDraft(
  text: string,
  document: () => ChangelogDocument = () => parseChangelog(text),
): Draft {
  return createDraft({
    content: openText(text),
    abridge: () => abridge(document()),
    searchConflicts: () => mayHaveConflicts(text),
  })
}

/** Opens a draft for the next edits. Those before it are published. */
export function reopenDraft(draft: Draft): Draft {
  const { head, base, baseStart } = draft.content
  // Most of the text is in memory anew. It is the base of the next edits, so that they need not copy it.
  const content = head.length > base.length - baseStart ? openText(draft.text) : draft.content
  const { abridged, mayHaveConflicts: searchConflicts, prepare } = draft
  return createDraft({ content, abridge: abridged, searchConflicts, prepare })
}

/** Creates the draft of a text that replaces another one. */
export function replacementDraft(document: ChangelogDocument): Draft {
  return createDraft({
    content: replacementText(document.text),
    abridge: () => abridge(document),
    searchConflicts: () => mayHaveConflicts(document.text),
  })
}

interface DraftSource {
  readonly content: SplicedText
  readonly abridge: () => Abridged
  readonly searchConflicts: () => boolean
  readonly prepare?: () => void
}

function createDraft({
  content,
  abridge: abridgeContent,
  searchConflicts,
  prepare = () => {},
}: DraftSource): Draft {
  let text: string | undefined
  let abridged: Abridged | undefined
  let hasMarkers: boolean | undefined
  return {
    content,
    get text() {
      text ??= toText(content)
      return text
    },
    abridged() {
      abridged ??= abridgeContent()
      return abridged
    },
    mayHaveConflicts() {
      hasMarkers ??= searchConflicts()
      return hasMarkers
    },
    prepare,
  }
}

/** Adds entries like `addEntries`. Returns the same draft when there are none. @throws AppError the same errors */
export function addToDraft(draft: Draft, entries: readonly NewEntry[]): Draft {
  if (entries.length === 0) return draft
  return edit(draft, (document) => {
    const { stages, verify, apply } = addInStages(document, entries)
    verify()
    return { edited: apply, stages, result: undefined }
  }).draft
}

/** A content with new entries that are not verified yet. */
export interface UnverifiedDraft {
  readonly content: SplicedText
  /** Returns the verified draft. Undefined when {@link addToDraft} must edit the whole document or report an error. */
  verify(): Draft | undefined
}

/**
 * Adds entries like {@link addToDraft}, but verifies them later.
 * @returns undefined when {@link addToDraft} must edit the whole document or report an error
 */
export function addUnverified(draft: Draft, entries: readonly NewEntry[]): UnverifiedDraft | undefined {
  return resultOf(() => {
    if (!canAbridge(draft)) return undefined
    const { document, segments } = draft.abridged()
    const { stages, verify, apply } = addInStages(document, entries)
    const moved = applyStages(draft.content, segments, stages)
    if (!moved) return undefined
    const verified = () => {
      verify()
      return editedDraft(apply, moved)
    }
    return { content: moved.content, verify: () => resultOf(verified) }
  })
}

/** The result of a function. Undefined when it throws. */
function resultOf<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Releases the Unreleased section like `cutRelease`. @throws AppError the same errors */
export function releaseDraft(draft: Draft, options: ReleaseOptions): DraftRelease {
  const { draft: released, result } = edit<ReleaseOutcome>(draft, (document) => {
    const outcome = cutRelease(document, options)
    return outcome.kind === 'released'
      ? { edited: () => outcome.document, stages: [outcome.splices], result: outcome }
      : { edited: () => document, stages: [], result: outcome }
  })
  return result.kind === 'released' ? { kind: 'released', version: result.version, draft: released } : result
}

interface Edited<T> {
  readonly edited: () => ChangelogDocument
  readonly stages: readonly (readonly Splice[])[]
  readonly result: T
}

/** Edits the abridged document. When that is refused, edits the whole one, so that the error has the lines of the file. */
function edit<T>(draft: Draft, run: (document: ChangelogDocument) => Edited<T>): { draft: Draft; result: T } {
  const { document, segments } = draft.abridged()
  if (canAbridge(draft)) {
    try {
      const { edited, stages, result } = run(document)
      if (stages.length === 0) return { draft, result }
      const moved = applyStages(draft.content, segments, stages)
      if (moved) return { draft: editedDraft(edited, moved), result }
    } catch (error) {
      // Other errors have the lines of the file, so the whole document is edited below.
      if (isError(error, CHANGELOG_ERRORS.invalid_description)) throw error
    }
  }
  const whole = segments.length > 1 ? wholeOf(draft) : document
  assertNoConflicts(whole)
  const { edited, stages, result } = run(whole)
  return { draft: stages.length === 0 ? draft : replacementDraft(edited()), result }
}

/** Whether the abridged document of a draft is edited in place of the whole one. */
function canAbridge(draft: Draft): boolean {
  return draft.abridged().segments.length > 1 && !draft.mayHaveConflicts()
}

/** The draft after an edit of the abridged document. */
function editedDraft(edited: () => ChangelogDocument, { content, segments }: MovedEdit): Draft {
  const draft = createDraft({
    content,
    abridge: () => ({ document: edited(), segments }),
    // The search of a long text takes longer than the edit, and a description cannot start with a marker.
    searchConflicts: () => false,
    prepare() {
      const [section] = draft.abridged().document.sections
      // The entries of a section are read at the first access. Those of a long one are left to the next edit.
      if (section && section.endLine - section.heading.lastLine < MAX_PREPARED_LINES) void section.entries
    },
  })
  return draft
}

/** The whole documents of drafts whose edits were refused. */
const wholes = new WeakMap<Draft, ChangelogDocument>()

function wholeOf(draft: Draft): ChangelogDocument {
  const whole = wholes.get(draft) ?? parseChangelog(draft.text)
  wholes.set(draft, whole)
  return whole
}

/** An edit of the abridged document that was moved to the whole text. */
interface MovedEdit {
  readonly content: SplicedText
  readonly segments: Abridged['segments']
}

function applyStages(
  content: SplicedText,
  segments: Abridged['segments'],
  stages: readonly (readonly Splice[])[],
): MovedEdit | undefined {
  let current: MovedEdit = { content, segments }
  for (const splices of stages) {
    const moved = toFullSplices(current.segments, splices)
    if (!moved) return undefined
    current = { content: spliceText(current.content, moved.splices), segments: moved.segments }
  }
  return current
}
