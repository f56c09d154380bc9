// Finds the lines of text that are versions, in a file whose headings are none.
import { compareVersions } from '../version.ts'
import { readLabel } from './blocks.ts'
import { findDate } from './dates.ts'
import { type Heading, type LineMap, textAt, toLabel } from './line-map.ts'
import { MAX_OTHER_WORDS, readHeading, withoutSigns } from './version-heading.ts'

/** A line of text that may be a version, or a name of the section in progress. */
interface Title {
  readonly heading: Heading
  /** The name before the version, or an empty string. Undefined for a name of the section in progress. */
  readonly product: string | undefined
  /** Whether it can be nothing else: a version with a date, or the marker of a tool. */
  readonly isSure: boolean
}

/**
 * Finds the lines of text that are versions in a file whose headings are none, and those of the section in progress beside them. Empty
 * when there is one of them without a date, or a heading below the first one. @param end the first heading that is a version, if any
 */
export function findTitles(map: LineMap, end?: Heading): Heading[] {
  const titles = readTitles(map, end)
  const versions = titles.filter(({ product }) => product !== undefined)
  const [first, newest] = [titles[0], versions[0]]
  // In a long file, a typing error such as `Verson 1.5.1` is no other product, nor is the old name of all versions below the first ones.
  // Beside `tool-x 0.2 (2026-11-21)`, those of `tool` are of an older product.
  const isOwn = ({ product, isSure }: Title) =>
    product === newest?.product || (isSure && product && newest?.product?.startsWith(`${product} `))
  const own = versions.filter(isOwn).length
  // Above lists, three are enough.
  const isAboveList = ({ heading }: Title) => map.kinds[heading.lastLine + 1] === 'list'
  const least = versions.filter(isOwn).every(isAboveList) ? 3 : MIN_LONG
  const isRenamed = own >= least && versions.slice(0, own).every(isOwn)
  const isOneProduct = (versions.length - own) * MIN_LONG <= versions.length || isRenamed
  if (!first || !isOneProduct || (titles.length === 1 && !isEnough(map, first, end))) return []
  if ((!end && hasHeadingBelow(map, titles)) || isTable(map, titles)) return []
  const log = findLog(map, first.heading)
  if (log.length === 0 && mayHaveNewer(map, titles, newest?.heading.text ?? '')) return []
  return [...log, ...titles.flatMap((one) => (one.product === undefined || isOwn(one) ? one.heading : []))]
}

/** The title of the file, when nothing but entries is between it and the first version: they are those of the next one. */
function findLog(map: LineMap, { firstLine }: Heading): Heading[] {
  const line = map.kinds.findIndex((kind) => kind !== 'blank')
  const below = map.kinds.slice(line + 1, firstLine)
  const isEntry = (kind: string, at: number) =>
    /blank|code|list/.test(kind) || readLabel(textAt(map, line + 1 + at).trim()) !== undefined
  const isAbove = below.every(isEntry) && below.some((kind) => kind !== 'blank')
  return isAbove && LOG.test(textAt(map, line)) ? [toLabel(line, 1, textAt(map, line))] : []
}

/** The title of a changelog that is a line of text. */
const LOG = /^(?:change[ -]?log|changes|release notes|history|news)(?: (?:for|of) .{1,80})?$/i

/** Finds the lines that may be titles. */
function readTitles({ kinds, lines }: LineMap, end: Heading | undefined): Title[] {
  // CommonMark takes a line of text directly below a list item for a part of it.
  const isText = (line: number) =>
    kinds[line] === 'paragraph' || (kinds[line] === 'list' && /^[\w#]/.test(lines[line]?.text ?? ''))
  let hasVersion = false
  return lines.slice(0, end?.firstLine).flatMap(({ text }, line) => {
    const above = lines[line - 1]?.text ?? ''
    if (!isText(line) || (kinds[line - 1] === 'paragraph' && !(ABOVE.test(above) && /^\S/.test(text))))
      return []
    const title = withoutSigns(text)
    const reading = readHeading(title)
    const below = kinds[line + 1] === 'blank' ? kinds[line + 2] : kinds[line + 1]
    const isNamed = NAMED.test(title) && (below === 'list' || findDate(title) !== undefined)
    const isAbove = reading.kind === 'unreleased' && below === 'list' && !hasVersion
    const isMarked = isNamed || isAbove || /^(?:\*\*|__)/.test(title) || title !== text.trim()
    const isTitle =
      reading.kind === 'version'
        ? reading.rank !== 'number' &&
          (reading.progress === 'words' || reading.otherWords <= (isMarked ? MAX_OTHER_WORDS : 0))
        : reading.kind === 'unreleased' && (reading.isCertain || isMarked) && title.length <= MAX_NAME_LENGTH
    const isSure = reading.kind === 'version' ? reading.date !== null && !end : title.startsWith('{{')
    const product = reading.kind === 'version' ? (reading.product ?? '') : undefined
    hasVersion ||= isTitle && product !== undefined
    return isTitle ? [{ heading: toLabel(line, end?.level ?? 2, title), product, isSure }] : []
  })
}

/** Whether one title is enough: it can be nothing else, or has three numbers beside lists only, and no other line starts with a version, or is higher than the heading below it. */
function isEnough({ kinds, lines }: LineMap, { heading, isSure }: Title, end?: Heading): boolean {
  const [version = '', below] = [heading, end].map((one) => one?.text.replace(/^\D+/, ''))
  if (below && compareVersions(version, below) > 0) return true
  const isBeside = (kind: string, line: number) =>
    line === heading.firstLine || ['blank', 'list', 'heading'].includes(kind)
  if (!isSure && !(/\d\.\d+\.\d/.test(heading.text) && kinds.every(isBeside))) return false
  return lines.filter(({ text }) => /^v?\d+\.\d/.test(text)).length < 2
}

/** Whether a heading is among the titles. Below them, or below many of them, it can be anything, such as a comment in a box. */
function hasHeadingBelow({ headings }: LineMap, titles: readonly Title[]): boolean {
  const lineOf = (index: number) => titles.at(index)?.heading.firstLine ?? Number.POSITIVE_INFINITY
  // Between many titles, one without a number is a part of a version.
  const isOther = (line: number) => line < lineOf(-1) && titles.length < MIN_LONG
  const isBelow = (line: number) => line > lineOf(0) && line < lineOf(MIN_LONG - 1)
  return headings.some(
    ({ firstLine: line, lastLine, text }) =>
      lastLine < line + 2 && isBelow(line) && (isOther(line) || /\d/.test(text)),
  )
}

/** Whether a title is a line of YAML, such as `v1.2.0:`, or a row of a table. Items of YAML have no stars. */
function isTable({ lines }: LineMap, titles: readonly Title[]): boolean {
  const hasStars = lines.some(({ text }) => /^\s+\* /.test(text))
  return titles.some(({ heading: { firstLine, text } }) => {
    const below = lines[firstLine + 1]?.text ?? ''
    return text.endsWith(':') ? !hasStars && /^\s+\w+:/.test(below) : /^v?\d+\.\d/.test(below)
  })
}

/** Whether a newer version may be above the titles, in a form that is not understood: a number, or entries without a title. */
function mayHaveNewer({ kinds, lines }: LineMap, titles: readonly Title[], newest: string): boolean {
  const top = titles[0]?.heading.firstLine ?? 0
  const isCode = (line: number) => kinds[line] === 'code' && !NO_VERSION.test(lines[line]?.text ?? '')
  const hasEntries = kinds.slice(0, top).some((kind, line) => kind === 'list' || isCode(line))
  if (hasEntries && (titles.length === 1 || isCode(top - 1))) return true
  const date = findDate(newest)?.text ?? ' '
  // “Since” an older one is a rule of the file, unless entries are above the first version.
  const withoutOlder = (found: string, version: string) =>
    hasEntries || newest.includes(version) ? found : ''
  /** The first line of the paragraph that a line belongs to. */
  let start = ''
  return lines.slice(0, top).some(({ text }, line) => {
    if (kinds[line] !== 'paragraph' || kinds[line - 1] !== 'paragraph') start = text
    if (!['code', 'list', 'paragraph'].includes(kinds[line] ?? '')) return false
    if (IN_PROGRESS.test(text)) return true
    if (text.endsWith(`Version: ${newest}`) || NO_VERSION.test(`${start}\n${text}`)) return false
    return A_NUMBER.test(text.replace(date, ' ').replaceAll(SINCE, withoutOlder))
  })
}

/** A line that can be directly above a version: a title, the text of the version above, or a form feed. */
const ABOVE =
  /^(?:\W*(?:change[ -]?log|changes|(?:release )?(?:notes|history)|news|revision history(?: (?:for|of) [\w:. -]{1,80})?)\W*|[ \t]+\S.*|#[^\w\s].*|\s+)$/i

/** A name of the section in progress with that of a person. */
const IN_PROGRESS = /^(?:development|next|unreleased) [A-Z]{3,9}$/i

/** The start of a line whose number is no version: a plan, a note, a series, when and by whom the file was written, or how Emacs shows it. */
const NO_VERSION =
  /^\W*(?:to-?do\b|(?:created|date|last (?:modified|updated)|note|warning|important|attention)\W{0,2}:|copyright\b|©|\d+\.\d+ series\b)|\b(?:licen[cs]e|foundation)\b|-\*-.*-\*-/im

const SINCE = /\bsince v?(\d[\d.]*)/gi

/** From so many versions on, a file is long. */
const MIN_LONG = 10

/** A number that can be a version or a part of a date. */
const A_NUMBER =
  /(?:^|[\s_-])(?:v\d{1,9}|\d{1,9}(?=[.-]\d|[:,)]?$)|(?:19|20)\d{2})(?:[.-]\d{1,9}){0,9}[:,)]?(?:\s|$)/

/** A version with a name after a sign, as in `1.0.0 - Overhaul`, or before one, as in `1.0.0 Bugfix Release - 2026-11-21`. */
const NAMED = /^\D{0,30}\d[\d.]*(?:(?: \p{Lu}\p{L}+){1,3}(?: [-–—(]|,)| [-–—]| ?[:("“])\s?[\p{L}\d]/u

/** Longer lines of text that say “Unreleased” are sentences. */
const MAX_NAME_LENGTH = 30
