// Reads the list items of a section as entries, or its paragraphs where there are no lists, and distinguishes content from
// placeholders: texts such as `- None` that stand in place of entries.
import type { ChangelogEntry } from '../entry.ts'
import { contentIndent, isItem, readDefinition, readLabel } from './blocks.ts'
import { findDate, saysOnlyDate } from './dates.ts'
import { isCategory, isVersion } from './dialect.ts'
import { type Dialect, isAlone, type LineMap, mapMarkdown, markdownAt, textAt } from './line-map.ts'
import { columnsOf, indentOf, isBlank, MAX_READ_LENGTH } from './lines.ts'
import { withoutSigns } from './version-heading.ts'

/** A list item. Line indexes start at 0. `endLine` is exclusive. */
export interface Entry extends ChangelogEntry {
  readonly firstLine: number
  readonly endLine: number
}

/** Reads the list items from line `from` to before line `to`, including placeholders. Items of nested lists belong to their parent. */
export function readEntries(map: LineMap, type: string | null, from: number, to: number): Entry[] {
  const entries: Entry[] = []
  /** The indent from which a line belongs to the current item. */
  let childIndent: number | undefined
  let start: number | undefined
  const finish = (end: number): void => {
    if (start === undefined) return
    let endLine = end
    while (endLine > start + 1 && isBlank(markdownAt(map, endLine - 1))) endLine--
    const description = readDescription(map.markdown.slice(start, endLine))
    entries.push({ type, description, firstLine: start, endLine })
    start = undefined
  }
  for (let line = from; line < to; line++) {
    const text = markdownAt(map, line)
    const kind = map.kinds[line]
    const isNext = kind === 'list' && (childIndent === undefined || indentOf(text) < childIndent)
    if (isNext && isItem(text, false)) {
      finish(line)
      start = line
      childIndent = contentIndent(text)
    } else if (kind !== 'list' && kind !== 'blank') {
      finish(line)
      childIndent = undefined
    }
  }
  finish(to)
  return entries
}

/** A label of an entry in place of a category, as in `[CHANGE] Text`, `` `[fixed]` Text`` or `Fix: Text`. */
export const ENTRY_LABEL =
  /^([*_`]{0,2}\[?)(\p{L}[\p{L} -]{1,20}?)(?:\([^()\s]{0,40}\)!?)?(\][*_`:]{0,3} |[*_`]{0,2} ?:[*_`]{0,2} |(?<=^`(?:added|changed|fixed|removed|deprecated))` )/u

const BULLET = /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/

/** The text of an item without its bullet. The indent of the item is removed from continuation lines. */
function readDescription([first = '', ...rest]: readonly string[]): string {
  const bullet = BULLET.exec(first)?.[0] ?? ''
  const indent = first.length === bullet.length ? contentIndent(first) : columnsOf(bullet)
  const continuation = rest.map((text) => text.slice(Math.min(indent, text.search(/[^ \t]|$/))))
  return [first.slice(bullet.length), ...continuation].join('\n').replace(/^\n/, '').trimEnd()
}

/** What a placeholder says: that there is nothing, or that entries follow. A new entry replaces only the former. */
type PlaceholderKind = 'nothing' | 'request'

/** The texts of placeholders, as {@link trimPlaceholder} returns them. docs/changelog-format.md has an example of each. */
export const PLACEHOLDERS: Readonly<Record<PlaceholderKind, readonly RegExp[]>> = {
  nothing: [
    /^(?:none|nothing)(?: (?:changed|new|unreleased|here|to see here|to report))?$/,
    /^(?:there (?:are|is) )?(?:currently )?no (?:[\w-]+ ){0,2}(?:changes?|entries)(?: (?:in|for) this (?:release|version))?$/,
    /^this (?:version|release) (?:does not|doesn['’]t) (?:introduce|contain|have|include) any (?:[\w-]+ ){0,2}changes?$/,
    /^(?:n\/a|tb[ad]|to-?do(?: \([^()]*\)?)?|coming soon)$/,
    /^(?:-+|–|—)?$/,
  ],
  request: [
    /^(?:add )?your (?:new )?(?:features?|contributions?|changes?|entry|entries) (?:goes |go )?here$/,
    /^(?:#?pr id\] )?(?:please )?add your (?:pr |pull request )?description here$/,
    /^(?:the next improvement|short description of (?:the |non-trivial )?change)$/,
    /^(?:note:_* |[^.]*\. )?(?:(?:yet[ -]to[ -]be[ -]released|unreleased) changes|changes prior to [\w ]*) (?:appear|are listed|will appear|go) here$/,
    /^(?:please )?add (?:new |the )?(?:changes|entries|entry) here$/,
    /^(?:(?:\.\. )?note::?[*_]* )?(?:this (?:version|release) is |it is )?(?:unreleased|not (?:yet )?released)(?: and (?:is )?under development)?$/,
    /^(?:unreleased changes\. )?(?:the )?release notes have not (?:yet )?been written$/,
    /^(?:[^\]]*\]\()?<?https?:\/\/\S+\/compare\/\S+?\.{2,3}(?!v?\d)[^\s()<>]+>?$/,
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
  const trimmed = text.replace(/^[\s>*_([`\\]+/, '').replace(/(?<![\s*_)\]`.!…\\])[\s*_)\]`.!…\\]+$/, '')
  return trimmed.toLowerCase().replaceAll(NOW, '')
}

/** Whether a text is a placeholder, such as `None`, `_No changes._` or `TODO`. */
export function isPlaceholder(description: string): boolean {
  return placeholderKind(description) !== undefined
}

/** Finds the placeholders from line `from` to before `to`: list items, and paragraphs of one line. `endLine` is exclusive. */
export function findPlaceholders(map: LineMap, from: number, to: number) {
  const definitions = new Set(map.definitions.map(({ line }) => line))
  const items = readEntries(map, null, from, to).map((item) => ({ ...item, isItem: true }))
  const paragraphs = map.lines.slice(from, to).flatMap((_, index) => {
    const line = from + index
    const description = textAt(map, line)
    const isOther = readLabel(description) ?? (isCategory(description) || description.includes('/compare/'))
    const isText = isAlone(map, line) && !definitions.has(line) && !isOther
    return isText ? [{ description, firstLine: line, endLine: line + 1, isItem: false }] : []
  })
  // Beside an entry, signs such as `...` are a text of a person.
  const hasEntry = items.some(({ description }) => !isPlaceholder(description))
  const found = [...items, ...paragraphs].flatMap(({ description, isItem, firstLine, endLine }) => {
    const kind = hasEntry && /^[^\p{L}\p{N}]+$/u.test(description) ? undefined : placeholderKind(description)
    return kind ? [{ kind, isItem, firstLine, endLine }] : []
  })
  return found.toSorted((a, b) => a.firstLine - b.firstLine)
}

/** Whether a line of a section is content. Labels, link definitions and placeholders are not. */
export function isContent(map: LineMap, line: number): boolean {
  const [kind, text] = [map.kinds[line], markdownAt(map, line)]
  if (/^(?:blank|heading|thematic_break|comment)$/.test(kind ?? '')) return false
  if (kind === 'list') return !isPlaceholder(text.replace(BULLET, ''))
  if (kind !== 'paragraph' && kind !== 'quote') return true
  return readDefinition(text) === undefined && readLabel(text) === undefined && !isPlaceholder(text)
}

/** Whether one of the lines from `from` to before `to` is content. */
export function hasContent(map: LineMap, from: number, to: number): boolean {
  return map.lines.slice(from, to).some((_, index) => isContent(map, from + index))
}

/** A line of text that is no entry: a name of categories, a link, a row of a table, an image, HTML or a directive. */
const NO_PROSE =
  /^(?:[\p{L} ]{1,40}:|\W*\[[^\]]*\]\([^()\s]*\)\W*|\W*https?:\S+|(?:[|!<>]|\.\. |.*\b(?:version bump|updates) only\b).*)$/iu

/** Whether a line of text below a version can be an entry. */
export function isProse(text: string): boolean {
  const line = text.trim().slice(0, MAX_READ_LENGTH)
  const isName = readLabel(line) !== undefined || isCategory(line) || isVersion(withoutSigns(line))
  const isOther = isName || readDefinition(line) !== undefined || NO_PROSE.test(line) || isPlaceholder(line)
  return isItem(line, false) || (!isOther && !saysOnlyDate(line.replace(findDate(line)?.text ?? '', '')))
}

/**
 * Translates paragraphs below versions, also indented ones that are code in Markdown, to list items, when the newest versions have
 * no list. @param versions the lines of each version, the newest one first
 */
export function readProse(map: LineMap, versions: readonly (readonly number[])[]): Dialect | undefined {
  const { lines, kinds, dialect } = map
  const isText = (kind = '', text = '') => /paragraph|code/.test(kind) && isProse(text)
  const hasItem = (own: readonly number[]) => own.some((line) => kinds[line] === 'list')
  const hasText = (own: readonly number[]) => own.some((line) => isText(kinds[line], textAt(map, line)))
  const newest = versions.filter((own) => hasItem(own) || hasText(own)).slice(0, 5)
  if (newest.length < 2 || newest.some(hasItem) || dialect.syntax === 'items') return undefined
  const top = Math.min(versions[0]?.[0] ?? 0, versions.at(-1)?.[0] ?? 0)
  const others = new Set(lines.flatMap(({ text }, at) => (at < top || kinds[at] === 'heading' ? text : [])))
  // Where no line of a paragraph starts with a small letter, each line is an entry.
  const isInside = (line: number) => line >= top && isText(kinds[line], textAt(map, line))
  const later = [...lines.keys()].filter((line) => isInside(line - 1) && isInside(line))
  const areLines =
    later.length > 0 && later.every((line) => /^\s+(?!\p{Ll}|[-+*] )\S/u.test(textAt(map, line)))
  const translate = (texts: readonly string[]) => {
    const markdown = dialect.translate(texts)
    const own = mapMarkdown(markdown).kinds
    let above: { readonly indent: number; readonly isList: boolean } | undefined
    return markdown.map((text, line) => {
      const isFirst = above === undefined
      if (isText(own[line], text) && !others.has(texts[line] ?? ''))
        above ??= { indent: indentOf(text), isList: isItem(text.trimStart(), false) }
      else above = undefined
      if (!above) return readLabel(text.trim()) ? text.trim() : text
      // Text with an indent can be a list that is code in Markdown.
      const nested = ' '.repeat(Math.max(0, indentOf(text) - above.indent))
      return (above.isList ? nested : isFirst || areLines ? '- ' : '  ') + text.trimStart()
    })
  }
  return { syntax: 'prose', translate }
}
