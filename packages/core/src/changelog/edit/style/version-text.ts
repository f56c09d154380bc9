// Writes the heading of a new version in the style of the releases of the file.
import {
  type ChangelogDocument,
  currentVersion,
  type FoundDate,
  findDate,
  type Heading,
  type Section,
  saysOnlyDate,
  TIME,
} from '../../document/index.ts'
import { linkLike } from '../compare-link.ts'
import { countBlanks } from './gaps.ts'
import { rewriteHeading } from './headings.ts'
import { findModel, type ReleaseSection, releasesNewestFirst, versionLevel } from './version-model.ts'
import { anchorsAbove } from './version-start.ts'

/** A version that is about to be released. */
export interface NextVersion {
  readonly version: string
  /** An ISO date. */
  readonly date: string
}

/**
 * The lines that start the section of a new version: anchors, the heading, and a line with the date, as far as the releases of
 * the file have them.
 */
export function versionLines(document: ChangelogDocument, unreleased: Section, next: NextVersion): string[] {
  const model = findModel(document)
  const text = versionText(document, unreleased.heading, next)
  // An Unreleased heading of another level than the versions shows the level of the next one.
  const level = versionLevel(document, next.version) ?? unreleased.heading.level
  const heading = rewriteHeading(document, unreleased.heading, text, level)
  if (!model) return heading
  const anchors = anchorsAbove(document, model.heading.firstLine).flatMap((anchor) => {
    const changed = withVersion(anchor, model.meaning.version, next.version)
    return changed === anchor ? [] : [changed]
  })
  return [...anchors, ...heading, ...dateLines(document, model, next)]
}

/** The line with the date below the heading of the new version. */
function dateLines(
  document: ChangelogDocument,
  { dateLine }: ReleaseSection,
  { date }: NextVersion,
): string[] {
  if (!dateLine?.date) return []
  const { text } = document.lineMap.lines[dateLine.line] as { text: string }
  const blanks = new Array<string>(countBlanks(document, dateLine.line, -1)).fill('')
  return [...blanks, replaceDate(text.replaceAll(TIME, '00:00:00 UTC'), dateLine.date, date).trimEnd()]
}

function replaceDate(text: string, found: FoundDate, date: string): string {
  return text.replace(found.text, () => found.write(date))
}

/**
 * The text of a version heading in the style of the releases. Without releases, the style is that of the Unreleased heading.
 */
export function versionText(
  document: ChangelogDocument,
  unreleased: Heading,
  { version, date }: NextVersion,
): string {
  const model = findModel(document)
  if (!model) return unreleased.text.startsWith('[') ? `[${version}] - ${date}` : `${version} - ${date}`
  const { text } = model.heading
  const known = model.meaning.version
  const start = text.indexOf(known, /^(?:<a\s[^<>]*>(?:<\/a>)?\s*)*/i.exec(text)?.[0].length ?? 0)
  const dateBefore = findDate(text.slice(0, start))
  const before = withVersion(text.slice(0, start), known, version)
  const prefix = dateBefore ? replaceDate(before, dateBefore, date) : before
  const after = text.slice(start + known.length)
  if (!isInBrackets(prefix)) {
    const closing = /^[*_`]+/.exec(after)?.[0] ?? ''
    return prefix + version + closing + restLike(after.slice(closing.length), model, version, date)
  }
  const end = after.indexOf(']')
  const link = /^\]\(([^()\s]*)\)/.exec(after.slice(end))
  const inside = after.slice(0, end)
  const emphasis = /^[*_`]+/.exec(inside)?.[0] ?? ''
  const label = version + emphasis + restLike(inside.slice(emphasis.length), model, version, date)
  const rest = restLike(after.slice(end + (link?.[0].length ?? 1)), model, version, date)
  if (!link) return `${prefix}${label}]${rest}`
  const target = linkOf(document, model, link[1] as string, version)
  return target === undefined
    ? prefix.replace('[', '') + label + rest
    : `${prefix}${label}](${target})${rest}`
}

/** Whether a text ends between brackets, as that before the version in `[1.2.0]` does. */
function isInBrackets(text: string): boolean {
  return text.lastIndexOf('[') > text.lastIndexOf(']')
}

/** The target of the link of the new version. Undefined when it cannot be derived. */
function linkOf(
  document: ChangelogDocument,
  model: ReleaseSection,
  link: string,
  version: string,
): string | undefined {
  const current = currentVersion(document)
  const derived = linkLike(link, model.meaning.version, version, current)
  const older = releasesNewestFirst(document).filter((one) => one !== model)[0]
  // All versions can have the same link.
  return derived ?? (older?.heading.text.includes(`](${link})`) ? link : undefined)
}

/**
 * The text after the version of a new heading.
 * @param rest the text after the version of the model
 */
function restLike(rest: string, model: ReleaseSection, version: string, date: string): string {
  const attribute = /\s*\{#[^{}]*\}\s*$/.exec(rest)?.[0] ?? ''
  const text = withoutYanked(rest.slice(0, rest.length - attribute.length))
  return dateLike(text, date) + withVersion(attribute, model.meaning.version, version)
}

/** A date in the form of the date of another text. Nothing when the other text has no date. */
function dateLike(rest: string, date: string): string {
  const found = findDate(rest)
  // A year is part of a date in a form that is not read.
  if (!found) return /(?<!\d)(?:19|20)\d{2}(?!\d)/.test(rest) ? ` - ${date}` : ''
  // A dot after the version, as in `1.2.0. / 2020-01-01`, is a slip.
  const text = rest.replace(/^\.(?=\s)/, '').replaceAll(TIME, '')
  const start = text.indexOf(found.text)
  const [before, after] = [text.slice(0, start), text.slice(start + found.text.length)]
  const opening = saysOnlyDate(before)
    ? before
    : ` ${/[([—–\-,:/*_ ]*$/.exec(before)?.[0].trimStart() || '- '}`
  const closing = saysOnlyDate(after)
    ? after.replace(/\s+(?=[)\]])/, '')
    : (/^\s*([)\]*_]+)/.exec(after)?.[1] ?? '')
  return opening + found.write(date) + closing.trimEnd()
}

function withoutYanked(text: string): string {
  const yanked = /\[yanked\]/i.exec(text)
  if (!yanked) return text
  return text.slice(0, yanked.index).trimEnd() + text.slice(yanked.index + yanked[0].length)
}

/** Replaces a version in a text, also in the form `1-2-0` of an anchor. */
function withVersion(text: string, from: string, to: string): string {
  return ['.', '-', '_'].reduce(
    (changed, separator) =>
      changed.replaceAll(from.replaceAll('.', separator), () => to.replaceAll('.', separator)),
    text,
  )
}
