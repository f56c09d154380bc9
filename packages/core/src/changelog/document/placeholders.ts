// Distinguishes content from placeholders: texts such as `- None` that stand in place of entries.
import { readDefinition, readLabel } from './blocks.ts'
import { isCategory } from './dialect.ts'
import { BULLET, readEntries } from './entries.ts'
import { isAlone, type LineMap, markdownAt, textAt } from './line-map.ts'
import { trimEndWhile } from './lines.ts'

/** What a placeholder says: that there is nothing, or that entries follow. A new entry replaces only the former. */
type PlaceholderKind = 'nothing' | 'request'

/** The texts of placeholders, as {@link trimPlaceholder} returns them. docs/changelog-format.md has an example of each. */
export const PLACEHOLDERS: Readonly<Record<PlaceholderKind, readonly RegExp[]>> = {
  nothing: [
    /^(?:none|nothing)(?: (?:changed|new|unreleased|here|to see here|to report))?$/,
    /^(?:there (?:are|is) )?(?:currently )?no (?:\w+ ){0,2}(?:changes?|entries)(?: (?:in|for) this (?:release|version))?$/,
    /^(?:n\/a|tb[ad]|to-?do(?: \([^()]*\)?)?|coming soon)$/,
    /^(?:-+|–|—)?$/,
  ],
  request: [
    /^(?:add )?your (?:new )?(?:features?|contributions?|changes?|entry|entries) (?:goes |go )?here$/,
    /^(?:#?pr id\] )?(?:please )?add your (?:pr |pull request )?description here$/,
    /^the next improvement$/,
    /^(?:note:_* )?(?:yet[ -]to[ -]be[ -]released|unreleased) changes (?:appear|are listed|will appear|go) here$/,
    /^(?:please )?add (?:new |the )?(?:changes|entries|entry) here$/,
    /^(?:(?:\.\. )?note::?[*_]* )?(?:this (?:version|release) is |it is )?(?:unreleased|not (?:yet )?released)(?: and (?:is )?under development)?$/,
    /^(?:unreleased changes\. )?(?:the )?release notes have not (?:yet )?been written$/,
  ],
}
const KINDS = Object.keys(PLACEHOLDERS) as PlaceholderKind[]

/** Maximum length of a placeholder, in UTF-16 code units. */
const MAX_LENGTH = 200

/** The kind of a placeholder such as `None`, `_No changes._`, `TODO` or the label `[CHANGE]`. Undefined for other texts. */
export function placeholderKind(description: string): PlaceholderKind | undefined {
  if (description.length > MAX_LENGTH || /^\s*(?:```|~~~)/.test(description)) return undefined
  const visible = description.replaceAll(/<!--.*?-->/g, '')
  const text = trimPlaceholder(visible)
  const isLabel = /^\W*\[|:\W*$/.test(visible) && isCategory(visible)
  const kind = isLabel ? 'request' : KINDS.find((one) => PLACEHOLDERS[one].some((form) => form.test(text)))
  // The comment of a person stays.
  return kind && visible !== description ? 'request' : kind
}

/** The words that say when there is nothing. */
const NOW =
  /^currently,? | \(?(?:yet|so far|for now|at this time|at the moment|at present|right now|currently)$/g

/** A text without the marks around it, the punctuation at its end, and words such as “yet”, in lower case. */
export function trimPlaceholder(text: string): string {
  const trimmed = trimEndWhile(text.replace(/^[\s>*_([`]+/, ''), /[\s*_)\]`.!…]/)
  return trimmed.toLowerCase().replaceAll(NOW, '')
}

/** Whether a text is a placeholder, such as `None`, `_No changes._` or `TODO`. */
export function isPlaceholder(description: string): boolean {
  return placeholderKind(description) !== undefined
}

/** A list item or a paragraph of one line in place of entries. Line indexes start at 0. `endLine` is exclusive. */
export interface Placeholder {
  readonly kind: PlaceholderKind
  readonly isItem: boolean
  readonly firstLine: number
  readonly endLine: number
}

/** Finds the placeholders from line `from` to before line `to`, in the order of the file. */
export function findPlaceholders(map: LineMap, from: number, to: number): Placeholder[] {
  const definitions = new Set(map.definitions.map(({ line }) => line))
  const items = readEntries(map, null, from, to).map((item) => ({ ...item, isItem: true }))
  const paragraphs = map.lines.slice(from, to).flatMap((_, index) => {
    const line = from + index
    const description = textAt(map, line)
    const isLabel = readLabel(description) !== undefined || isCategory(description)
    const isText = isAlone(map, line) && !definitions.has(line) && !isLabel
    return isText ? [{ description, firstLine: line, endLine: line + 1, isItem: false }] : []
  })
  const found = [...items, ...paragraphs].flatMap(({ description, isItem, firstLine, endLine }) => {
    const kind = placeholderKind(description)
    return kind ? [{ kind, isItem, firstLine, endLine }] : []
  })
  return found.toSorted((a, b) => a.firstLine - b.firstLine)
}

/** The kinds of lines that are no content. */
const EMPTY_KINDS = new Set<unknown>(['blank', 'heading', 'thematic_break', 'comment'])

/** Whether a line of a section is content. Labels, link definitions and placeholders are not. */
export function isContent(map: LineMap, line: number): boolean {
  const [kind, text] = [map.kinds[line], markdownAt(map, line)]
  if (EMPTY_KINDS.has(kind)) return false
  if (kind === 'list') return !isPlaceholder(text.replace(BULLET, ''))
  if (kind !== 'paragraph' && kind !== 'quote') return true
  return readDefinition(text) === undefined && readLabel(text) === undefined && !isPlaceholder(text)
}

/** Whether one of the lines from `from` to before `to` is content. */
export function hasContent(map: LineMap, from: number, to: number): boolean {
  return map.lines.slice(from, to).some((_, index) => isContent(map, from + index))
}
