// Writes the heading of a new version, and the lines around it, in the style of the newest releases.
import { valid } from 'semver'
import {
  type ChangelogDocument,
  type FoundDate,
  findDate,
  type Heading,
  isBlank,
  MAX_READ_LENGTH,
  RANGE,
  type ReleaseSection,
  readTargets,
  type Section,
  saysOnlyDate,
  textAt,
  withoutDatePlaceholder,
  withoutTargets,
  writeTime,
} from '../../document/index.ts'
import { blanks } from '../../splice.ts'
import { endsLike, linkLike, readCompareLink, retarget, withVersion } from '../link-forms.ts'
import { countBlanks, versionStart } from '../section-edges.ts'
import { R_IN_DEVELOPMENT, rewriteHeading } from './headings.ts'
import { MAX_RELEASES, newestReleases, ofNewestForm } from './layout.ts'

/** A version that is about to be released, its ISO date, which can have a time of day, and the form of its tag, such as `v{version}`. */
export interface NextVersion {
  readonly version: string
  readonly date: string
  readonly tag: string
}

/** The release that a new one resembles: of the newest ones, the first with a date, or else the first one. */
function findModel(document: ChangelogDocument): ReleaseSection | undefined {
  const releases = ofNewestForm(document.newestFirst).filter(canBeCopied)
  const semVer = releases.filter(isSemVer)
  const newest = (semVer[0] === releases[0] ? semVer : releases).slice(0, MAX_RELEASES)
  const isDated = ({ heading: { text }, meaning: { date, version }, dateLine }: ReleaseSection) =>
    date !== null || dateLine !== undefined || findDate(text.replace(version, '')) !== undefined
  const dated = newest.filter(isDated)
  // A name between the version and the date, as in `1.2.0 - Overhaul (2026-11-21)`, is that of one version.
  const hasName = ({ heading }: ReleaseSection) => /\d [-–—] \p{Lu}[^\d(]*\(/u.test(heading.text)
  return dated.find((one) => !hasName(one)) ?? dated[0] ?? newest[0]
}

const isSemVer = ({ meaning }: ReleaseSection) => valid(meaning.version) !== null
/** Whether a heading is short and has no HTML tags besides anchors and `<small>`. Addresses and links of reStructuredText are none. */
function canBeCopied({ heading: { text } }: ReleaseSection): boolean {
  const rest = withoutTargets(text).replaceAll(/<(?:\/?small>|a\s[^<>]*>(?:<\/a>)?|[^<>]+@[^<>]+>)/gi, '')
  return text.length <= MAX_READ_LENGTH && !rest.includes('<')
}

/** The level of the heading of the next version, below an Unreleased heading of level `own`. That of patch versions can be another. */
export function versionLevel(document: ChangelogDocument, version: string, own: number): number | undefined {
  const releases = ofNewestForm(document.newestFirst).filter(isSemVer)
  const isPatch = (text: string) => /^\d+\.\d+\.[1-9]\d*$/.test(text)
  const same = releases.filter(({ meaning }) => isPatch(meaning.version) === isPatch(version))
  const [level, second] = same.map(({ heading }) => heading.level)
  // One version of another level is a slip, unless all others are patch versions below it.
  const isAbove = (one: ReleaseSection) => one === same[0] || one.heading.level > (level ?? 0)
  const isAbovePatches = own !== second && releases.every(isAbove)
  if (level !== undefined && (level === second || isAbovePatches)) return level
  return own === second ? second : releases[0]?.heading.level
}

/** The lines that start the section of a new version: anchors, the heading, and a line with the date, as releases have them. */
export function versionLines(document: ChangelogDocument, unreleased: Section, next: NextVersion): string[] {
  const model = findModel(document)
  const text = versionText(document, unreleased.heading, next)
  // An Unreleased heading of another level than the versions shows the level of the next one.
  const wanted = versionLevel(document, next.version, unreleased.heading.level) ?? unreleased.heading.level
  const inner = document.headings.filter(
    ({ firstLine }) => firstLine > unreleased.heading.lastLine && firstLine < unreleased.endLine,
  )
  // Below a deeper heading, the categories of the entries would not be in the section of the version.
  const level = inner.some((one) => one.level < Math.max(wanted, 3) && one.level <= wanted)
    ? unreleased.heading.level
    : wanted
  const newest = newestReleases(document)
  const formOf = ({ isSetext, isLabel }: Heading) => `${isSetext} ${isLabel}`
  const hasOtherForm = newest.every(({ heading }) => formOf(heading) !== formOf(unreleased.heading))
  const like = model && hasOtherForm ? model.heading : unreleased.heading
  const heading = rewriteHeading(document, like, text, level)
  if (!model) return heading
  const changedLine = (line: string) =>
    isBlank(line) ? line : idLike(line, model.meaning.version, next.version) || []
  const { firstLine, lastLine } = model.heading
  const above = document.lines.slice(versionStart(document, firstLine), firstLine)
  const anchors = above.flatMap((anchor) => changedLine(anchor.text))
  const below = textAt(document, lastLine + 1)
  const attribute = /^\{:[^{}]*\}[ \t]*$/.test(below) ? [below].flatMap(changedLine) : []
  const start = anchors.every(isBlank) ? [] : anchors
  return [...start, ...heading, ...attribute, ...dateLines(document, model, next)]
}

/** An id for another version. Empty when it does not depend on the version, because it is that of one heading. */
function idLike(id: string, from: string, to: string): string {
  const own = withVersion(id, from, to)
  return own === id ? '' : own
}

/** The line with the date below the heading of the new version, with the blank lines above it. */
function dateLines(document: ChangelogDocument, { dateLine }: ReleaseSection, { date }: NextVersion) {
  if (!dateLine?.date) return []
  const { sentence, line } = dateLine
  const text = replaceDate(sentence, findDateLike(document, sentence) ?? dateLine.date, date)
  return [...blanks(countBlanks(document, line, -1)), text.trimEnd()]
}

function replaceDate(text: string, found: FoundDate, date: string): string {
  const changed = text.replace(found.text, () => found.write(date))
  return writeTime(changed, date)
}

/** The text of a version heading in the style of the releases, or else of the Unreleased heading. */
export function versionText(document: ChangelogDocument, unreleased: Heading, next: NextVersion): string {
  const { version, date } = next
  const model = findModel(document)
  // The heading of a planned version shows where its date goes.
  const empty = withoutDatePlaceholder(unreleased.text)
  const day = date.slice(0, 10)
  const isForm = empty !== unreleased.text && saysOnlyDate(empty.replace(version, '').replace(/^\W*v/i, ''))
  if (!model && isForm) return withoutDatePlaceholder(unreleased.text, day)
  const [, name] = R_IN_DEVELOPMENT.exec(unreleased.text) ?? []
  if (!model && name) return name + version
  if (!model) return unreleased.text.startsWith('[') ? `[${version}] - ${day}` : `${version} - ${day}`
  const dated = readParts(model)
  const newest = readParts(newestReleases(document).find(canBeCopied) ?? model)
  // The newest version shows the form of the link, also when an older one shows that of the date.
  const front = newest.isBracketed && !findDate(dated.prefix + dated.inside) ? newest : dated
  const dateBefore = findDateLike(document, front.prefix)
  const ids = front.prefix.replaceAll(/<a\s+(?:id|name)=[^<>]*><\/a>/gi, (id) =>
    idLike(id, front.known, version),
  )
  const known = withVersion(ids.replace(/(?<=[-/.]\d\d|\d{4}) \([^()\d]+\)(?= )/, ''), front.known, version)
  // A range such as `1.0.0 to 1.1.0` starts from the version before it, or contains versions of its own, as the next one does not.
  const released = new Set(document.releases.map(({ meaning }) => meaning.version))
  // After 3.3 and its fix 3.3a, it starts from 3.3a.
  const last = document.ordered.find(({ meaning }) => meaning.version.startsWith(document.version))
  const before = known.replace(RANGE_START, (text, from, start, between) => {
    if (!/^between/i.test(from ?? '') && !RANGE.test(between + version)) return text
    return from || released.has(start) ? (from ?? '') + last?.meaning.version + between : ''
  })
  const prefix = dateBefore ? replaceDate(before, dateBefore, date) : before
  const keepsWords = haveSameWords(document.newestFirst.filter(canBeCopied))
  const restLike = (rest: string) => {
    const found = findDateLike(document, rest)
    if (keepsWords) return (found ? replaceDate(rest, found, date) : rest).replace(COMMIT, '')
    const attribute = /\s*\{[^{}]*#[^{}]*\}\s*$/.exec(rest)?.[0] ?? ''
    const since = SINCE.exec(rest)?.[0] ?? ''
    const body = rest.slice(since.length, rest.length - attribute.length)
    const link = INLINE_LINKS.exec(body)
    const others = dateLike(document, body.replace(link?.[0] ?? '', '').replace(/\s*\[yanked\]/i, ''), date)
    const linked = link ? linksBesideLike(document, dated.known, link[0], next) : ''
    const isBelowDate = link !== null && findDate(body.slice(0, link.index)) !== undefined
    const before = since.replace(/\d[\d.]*$/, () => document.version)
    return (
      before + (isBelowDate ? others + linked : linked + others) + idLike(attribute, dated.known, version)
    )
  }
  const afterLike = (rest: string) => {
    const emphasis = /^[*_`]+/.exec(rest)?.[0] ?? ''
    return emphasis + restLike(rest.slice(emphasis.length))
  }
  // The end of a link that cannot be derived is left out.
  if (!front.isBracketed) return (prefix + version + afterLike(front.rest)).replace(/^`(?!.*`)/, '')
  const label = version + afterLike(front.inside)
  const rest = afterLike(dated.rest)
  if (front.link === undefined) return `${prefix}${label}]${rest}`
  const older = document.newestFirst.find(({ meaning }) => meaning.version !== front.known)
  // All versions can have the same link.
  const shared = older?.heading.text.includes(`](${front.link})`) ? front.link : undefined
  const target = linkLike(document, front.link, front.known, version) ?? shared
  if (target === undefined) return prefix.replace('[', '') + label + rest
  return `${prefix}${label}](${target})${rest}`
}

/** Whether the same words follow the newest versions and most others, such as `stable` or `series`. Links such as `site__` and persons are none. */
function haveSameWords(releases: readonly ReleaseSection[]): boolean {
  const words = releases.map((release) => {
    const { inside, rest } = readParts(release)
    return (inside + rest)
      .replace(findDate(inside + rest)?.text ?? '', '')
      .replace(COMMIT, '')
      .trim()
  })
  if (words.length < 2 || new Set(words.slice(0, MAX_RELEASES)).size > 1) return false
  // Older ones can have the words of another status.
  if (/^(?:\(\) )?\[(?:stable|beta|alpha)\]$/.test(words[0] ?? '')) return true
  return (
    words.filter((one) => one === words[0]).length > words.length / 2 &&
    /^(?![A-Z]{3,9}$)(?!.*(?:__|@|\p{Lu}\.))[^\d[\]]*\p{L}[^\d[\]]*$/u.test(words[0] ?? '')
  )
}

/** A commit after other words. */
const COMMIT = /,? \b(?=[a-f]*\d)[\da-f]{7,40}$/

/** The version before, as in `1.2.0 since 1.1.0`. */
const SINCE = /^\s(?:since|from) v?\d[\d.]*\d/

/** The start of a range, before the version that it leads to. */
const RANGE_START = /((?:from|between)\s+(?:\p{L}\S*\s)?v?)?(\d+(?:\.\d+)+(?:-[\w.]+|[a-z](?!\w))?)(\D*)$/iu

/** Inline links beside the version, such as `([notes](https://a.b), [diff](https://c.d))`, or the end of one of reStructuredText. */
const INLINE_LINKS =
  /(?:\s+[-–—,/|](?=\s))?\s*(?:\(?\[[^[\]]*\]\((?:[^()<>\s]+\)[,|/& ]+\[[^[\]]*\]\(){0,9}|<(?=[^<>\s]+>`_))[^()<>\s]+(?:\)\)?|>`__?)/

/** The parts of the heading of a release around its version, which is the second one in `[v1.2.0][v1.2.0]`. */
function readParts({ heading: { text }, meaning: { version: known } }: ReleaseSection) {
  const above = /^(?:<a\s[^<>]*>(?:<\/a>)?\s*|\[[^[\]]*(?<![\d.])(\d[\w.-]*)\](?=\[v?\1\]))*/i
  const start = text.indexOf(known, above.exec(text)?.[0].length ?? 0)
  const prefix = text.slice(0, start)
  const after = text.slice(start + known.length)
  const isBracketed = prefix.lastIndexOf('[') > prefix.lastIndexOf(']')
  if (!isBracketed) return { known, prefix, inside: '', rest: after, isBracketed: false }
  const end = after.indexOf(']')
  const link = /^\]\(([^()\s]*)\)/.exec(after.slice(end))
  const rest = after.slice(end + (link?.[0].length ?? 1))
  return { known, prefix, inside: after.slice(0, end), link: link?.[1], rest, isBracketed: true }
}

/** The links beside the version, for the next version. Empty when one of them cannot be derived. */
function linksBesideLike(
  document: ChangelogDocument,
  known: string,
  text: string,
  next: NextVersion,
): string {
  const { version, date } = next
  const targets = readTargets(text)
  let changed = text
  for (const link of targets) {
    const target = linkLike(document, link, known, version)
    if (target === undefined) return ''
    const compare = readCompareLink(link, known)
    changed = compare
      ? retarget(changed, compare, ...endsLike(compare, known, document.version, version))
      : changed.replace(link, () => target)
  }
  const found = findDate(text.slice(0, text.indexOf(targets[0] ?? '')))
  return found ? replaceDate(changed, found, date) : changed
}

/** Finds a date. For one that can be read in two ways, such as `01/01/2026`, other versions show which number is the day. */
function findDateLike(document: ChangelogDocument, text: string): FoundDate | undefined {
  const found = findDate(text)
  const shapeOf = (one: string) => one.replaceAll(/\d+/g, (digits) => (digits.length > 2 ? 'year' : 'part'))
  const dates = document.newestFirst.flatMap(
    ({ heading, dateLine }) => dateLine?.date ?? findDate(heading.text) ?? [],
  )
  // A form that only the newest version has is a slip.
  const [newest, older, ...others] = dates.map((one) => shapeOf(one.text))
  const [hasLink, hadLink] = document.newestFirst.map(({ heading }) => heading.text.includes(']('))
  const isSlip =
    newest !== older && hasLink === hadLink && others.length > 3 && others.every((one) => one === older)
  const isOpen = ({ iso, text: date }: FoundDate) => iso === null || /^(\d+)[/-]\1[/-]/.test(date)
  if (!found) return undefined
  // A number of one digit shows whether numbers have a zero.
  const showsZero = (one: FoundDate) =>
    /(?<!\d)0?[1-9](?!\d)/.test(one.text) && one.write(found.iso ?? '') === found.text
  const isClear = (one: FoundDate) => !isOpen(one) && shapeOf(one.text) === shapeOf(found.text)
  const model = isSlip ? dates[1] : dates.find(isOpen(found) ? isClear : showsZero)
  return model ? { ...found, write: model.write } : found
}

/** A date in the form of the date of another text. Nothing when the other text has no date. */
function dateLike(document: ChangelogDocument, rest: string, date: string): string {
  const found = findDateLike(document, rest)
  // A year is part of a date in a form that is not read. A version can be in brackets after its date, or before a colon.
  if (!found)
    return /(?<!\d)(?:19|20)\d{2}(?!\d)/.test(rest)
      ? ` - ${date.slice(0, 10)}`
      : (/^\s*[):]$/.exec(rest)?.[0] ?? '')
  // A dot after the version, as in `1.2.0. / 2020-01-01`, is a slip.
  const [before = '', after = ''] = rest
    .replace(/^\.(?=\s)/, '')
    .split(found.text)
    .map((part) => writeTime(part, date))
  const sign = /(?::[a-z]+:(?=`))?[([—–\-,:/*_` ]*$/.exec(before)?.[0] ?? ''
  const spaced = /^[,:] /.test(sign) ? sign : ` ${sign.trimStart() || '- '}`
  const opening = saysOnlyDate(before) ? before : `${/^\)?/.exec(before)?.[0]}${spaced}`
  const closing = saysOnlyDate(after)
    ? after.replace(/\s+(?=[)\]])/, '')
    : (/^\s*([)\]*_]+)/.exec(after)?.[1] ?? '')
  // A bracket can have been opened before other words.
  const own = /[([]/.test(opening) ? closing : closing.replaceAll(/[)\]]/g, '')
  return opening + found.write(date) + own.trimEnd()
}
