// Decides what the headings of a changelog mean. A heading is not decided by itself: the level at which the versions stand,
// and the position of the first released version, belong to the whole file.
import { compareVersions, startsWithYear } from '../version.ts'
import { readLabel } from './blocks.ts'
import { type Heading, type LineMap, textAt } from './line-map.ts'
import type { Line } from './lines.ts'
import { ALONE, plannedBy } from './progress-names.ts'
import { type HeadingReading, readHeading, type VersionReading } from './version-heading.ts'

/** The meaning of a heading in a changelog. */
export type HeadingMeaning =
  /** `planned` is the version that a heading such as `## 2.0.0 - TBD` announces. Null for one such as `1.2.0.9000`. */
  | { readonly kind: 'unreleased'; readonly planned?: string | null }
  | (Pick<VersionReading, 'version' | 'product' | 'date' | 'yanked'> & { readonly kind: 'release' })
  /** A version that was announced and is not the section in progress: it is among the released versions, or beside Unreleased. */
  | { readonly kind: 'abandoned' }
  /** A heading without entries, above versions that continue its own, such as `## 2.3` above `### 2.3.1`. */
  | { readonly kind: 'chapter' }
  | { readonly kind: 'other' }

/** A heading with its meaning. */
export interface LocatedHeading {
  readonly heading: Heading
  readonly meaning: HeadingMeaning
}

interface ReadHeading<Reading = HeadingReading> {
  readonly heading: Heading
  readonly reading: Reading
  /** Whether a list is directly below it. */
  readonly hasEntries: boolean
}
type ReadVersion = ReadHeading<VersionReading>

/** Whether a heading is that of the section in progress at any level. */
const isCertainName = (reading: HeadingReading) => reading.kind === 'unreleased' && reading.isCertain

/** Reads the headings of a file, their order (`isAscending`), and the levels of versions and Unreleased headings. */
export function readOutline(map: LineMap) {
  const { headings, kinds } = map
  // Most headings are the same few categories.
  const readings = new Map<string, HeadingReading>()
  let archive: string | undefined
  let current: ReadVersion | undefined
  const read = headings.map((heading, index): ReadHeading => {
    const content = kinds.slice(heading.lastLine + 1, headings[index + 1]?.firstLine)
    const hasEntries = content.includes('list') || (heading.isLabel === true && content.includes('code'))
    const below = () => map.lines.slice(heading.lastLine + 1, headings[index + 1]?.firstLine)
    const isText = ALONE.test(heading.text) && !hasEntries && below().some(({ text }) => /\d\.\d/.test(text))
    const name = nameNumber(headings, index)
    const known = readings.get(name) ?? readHeading(name)
    readings.set(name, known)
    const own: HeadingReading = isText ? { kind: 'other' } : known
    if (own.kind !== 'version') {
      const isOther = current && isOtherProduct(current, headings[index + 1], content)
      if (isOther || ARCHIVE.test(heading.text)) archive = heading.text.toLowerCase()
      return { heading, reading: own, hasEntries }
    }
    const isNoted = !current && own.date === null && findUnreleasedNote(map, heading) !== undefined
    const progress = isNoted ? 'words' : own.progress
    const one = { heading, reading: { ...own, product: archive ?? own.product, progress }, hasEntries }
    current ??= one
    return one
  })
  const levels = findLevels(read)
  const { versions, chapters } = findVersions(read, levels)
  const unmarked = versions.filter(({ reading }) => reading.progress === undefined)
  const products = new Set(versions.map(({ reading }) => reading.product))
  const names = read.filter(
    ({ heading: { level }, reading }) =>
      reading.kind === 'unreleased' &&
      (reading.isCertain || (levels.has(level) && (!reading.product || products.has(reading.product)))),
  )
  const isAscending = findsNewestLast(names, unmarked)
  /** The headings where the next version belongs: before the newest of some versions, or after it in an ascending file. */
  const atNewEnd = <One extends ReadHeading>(ones: readonly One[], released: readonly ReadHeading[]) => {
    const newest = (isAscending ? released.at(-1) : released[0])?.heading.firstLine
    return ones.filter(({ heading }) => newest === undefined || heading.firstLine < newest !== isAscending)
  }
  // A suffix such as `-dev` is also that of a pre-release. It marks the section in progress when nothing else does.
  const marked = versions.filter(({ reading }) => reading.progress !== undefined)
  const [candidate, ...others] = atNewEnd([...marked, ...names], unmarked)
  const isAnnounced = (one: ReadVersion) =>
    one.reading.progress === 'words' ||
    (one === candidate && others.length === 0 && one.reading.date === null)
  const announced = new Set<ReadHeading>(marked.filter(isAnnounced))
  const released = new Set<ReadHeading>(versions.filter((one) => !announced.has(one)))
  const unreleased = new Set(atNewEnd([...announced, ...names], [...released]))
  const isNamed = names.some((one) => unreleased.has(one))
  const meaningOf = (one: ReadHeading): HeadingMeaning => {
    const { reading } = one
    if (chapters.has(one)) return { kind: 'chapter' }
    if (reading.kind === 'version') {
      const { version, product, date, yanked } = reading
      if (released.has(one)) return { kind: 'release', version, product, date, yanked }
      if (!announced.has(one)) return { kind: 'other' }
      if (isNamed || !unreleased.has(one)) return { kind: 'abandoned' }
      return { kind: 'unreleased', planned: plannedBy(version) }
    }
    if (unreleased.has(one)) return { kind: 'unreleased' }
    return { kind: isCertainName(reading) ? 'abandoned' : 'other' }
  }
  const located = read.map((one): LocatedHeading => ({ heading: one.heading, meaning: meaningOf(one) }))
  const first = located.findIndex(({ meaning }) => meaning.kind !== 'other')
  const [title, newest] = [located[0]?.heading, located[first]]
  const isAboveEntries = title && LOG.test(title.text) && read.slice(0, first).some((one) => one.hasEntries)
  if (isAboveEntries && newest?.meaning.kind === 'release' && !isAscending) {
    const { level, firstLine, isLabel = title.level >= level } = newest.heading
    const isBelow = (text: string) => text.startsWith('#'.repeat(level + 1)) || readLabel(text) !== undefined
    const isEntry = ({ text }: Line) => ENTRY.test(text) || isBelow(text)
    // Nothing but entries is between the title and the newest version, so they are those of the next one.
    if ((!isLabel || title.isLabel) && map.lines.slice(title.lastLine + 1, firstLine).every(isEntry))
      located[0] = { heading: { ...title, level }, meaning: { kind: 'unreleased' } }
  }
  return { headings: located, isAscending, levels }
}

/** The text of a heading. One number above a version of the number before it is a version, as in `## 1` above `## 0.9.2`. */
function nameNumber(headings: readonly Heading[], index: number): string {
  const { text = '', level } = headings[index] ?? {}
  const number = /^\[?v?(\d{1,2})\]?$/.exec(text)?.[1]
  if (!number) return text
  let below = index + 1
  while (headings[below] && headings[below]?.level !== level) below++
  const [, older] = /^(?=version|\D{0,2}\d+\.\d)\D*(\d+)/.exec(nameNumber(headings, below)) ?? []
  return Number(older) === Number(number) - 1 ? `version ${text}` : text
}

/** Whether a heading that is no version, without content, is above a higher version than the newest one, in another form. */
function isOtherProduct(newest: ReadVersion, below: Heading | undefined, content: readonly string[]) {
  if (below?.isSetext !== !newest.heading.isSetext || content.some((kind) => kind !== 'blank')) return false
  const reading = readHeading(below.text)
  return reading.kind === 'version' && compareVersions(reading.version, newest.reading.version) > 0
}

/** The title of a changelog. */
const LOG = /change|release|history|news|log/i

/** A line of a list that is neither of links, nor of versions, nor says what signs and categories mean. */
const ENTRY =
  /^(?:\s|$|[-*+]\s+(?=\S)(?!\[[^\]]*\]\([^)]*\)\W*$|\W*v?\d+\.\d|\W*(?:added|changed|deprecated|removed|fixed|security)\W+(?:for|in case of)\b|(?:\W*\w+\W+)?(?:new )?(?:features?|bug ?fix(?:es)?|breaking changes?|improvements?|enhancements?|documentation)\W*$))/i

/** A heading above the versions of another time, which do not count beside the newest ones. */
const ARCHIVE = /^(?:old|older|previous|archived?|legacy) (?:change[ -]?log|history|releases)$/i

/** Finds the line of the paragraph below a heading that says that its version is not released. */
export function findUnreleasedNote(map: LineMap, { lastLine }: Heading): number | undefined {
  const below = map.kinds.findIndex((kind, line) => line > lastLine && kind !== 'blank')
  return map.kinds[below] === 'paragraph' && NOTE.test(textAt(map, below)) ? below : undefined
}

/** A sentence that says nothing else. A version that “was not released” is an old one. */
const NOTE =
  /^[\s*_(]*(?:(?:this|these|those|the|it|version|release|changes?|is|are|has|have|still|currently)\s+)*(?:unreleased|not (?:yet )?(?:been )?released|(?:(?:release )?date|released on):?\s+\(?(?:tb[acd]|unknown|unreleased|(?:in|under) development))(?: yet)?[\s*_.!)]*$/i

/**
 * Finds the levels of versions: those of headings that are versions for everyone. Without any, the highest level with a
 * heading that may be a version, or, without those too, the level of the Unreleased heading, or of a name such as `Next` below the title.
 */
function findLevels(read: readonly ReadHeading[]): Set<number> {
  const levelsOf = (test: (one: ReadHeading) => boolean) =>
    new Set(read.filter(test).map(({ heading }) => heading.level))
  const rankOf = ({ reading }: ReadHeading) => (reading.kind === 'version' ? reading.rank : undefined)
  const certain = levelsOf((one) => rankOf(one) === 'certain')
  if (certain.size > 0) return certain
  for (const rank of ['possible', 'number']) {
    const found = levelsOf((one) => rankOf(one) === rank && !isTitle(read, one))
    if (found.size > 0) return new Set([Math.min(...found)])
  }
  const named = levelsOf(({ reading }) => isCertainName(reading))
  if (named.size > 0) return named
  return levelsOf((one) => one.reading.kind === 'unreleased' && read.indexOf(one) < 2)
}

/** Whether a heading with words before its version is the title: the first one, without entries, above all other versions. */
function isTitle(read: readonly ReadHeading[], { heading, reading, hasEntries }: ReadHeading): boolean {
  if (read[0]?.heading !== heading || reading.kind !== 'version' || reading.isPlain || hasEntries)
    return false
  const { product } = reading
  const isOther = ({ reading: other }: ReadHeading) =>
    other.kind === 'unreleased' || (other.kind === 'version' && [undefined, product].includes(other.product))
  const others = read.slice(1).filter(isOther)
  return others.length > 0 && others.every((other) => other.heading.level > heading.level)
}

/** Finds the headings that are versions, and those that are chapters of versions. */
function findVersions(read: readonly ReadHeading[], levels: ReadonlySet<number>) {
  const versions = new Set<ReadVersion>()
  const chapters = new Set<ReadHeading>()
  const namedLevels = read.flatMap(({ heading, reading }) => (isCertainName(reading) ? [heading.level] : []))
  const products = new Set(
    read.flatMap(({ heading, reading }) =>
      reading.kind === 'version' && levels.has(heading.level) ? (reading.product ?? []) : [],
    ),
  )
  /** The versions and chapters that contain the next heading. */
  let open: readonly ReadVersion[] = []
  for (const one of read) {
    const { heading, reading } = one
    open = open.filter((outer) => outer.heading.level < heading.level)
    if (reading.kind !== 'version') continue
    const { version, product, rank } = reading
    // The name of the product shows it at any level, as in `# tool 1.3.0` above `## tool 1.2.0`.
    const isOfProduct =
      products.has(product ?? '') && reading.otherWords === 0 && version.split('.').length > 2
    const isNextToName = namedLevels.includes(heading.level) && product === undefined && rank !== 'number'
    const outer = open.findLast(
      (other) =>
        other.reading.product === product &&
        (version.startsWith(`${other.reading.version}.`) ||
          compareVersions(version, other.reading.version) === 0),
    )
    const isAbove = heading.level < Math.min(...levels) && product === undefined && one.hasEntries
    const isShown = isNextToName || isOfProduct || (isAbove && reading.otherWords === 0)
    if (rank !== 'certain' && !levels.has(heading.level) && !isShown && !outer) continue
    // A heading that repeats the version of its release is a category.
    const isRepeated = outer && compareVersions(version, outer.reading.version) === 0
    if (isRepeated && (outer.hasEntries || reading.otherWords > 0)) continue
    if (outer && !outer.hasEntries) {
      versions.delete(outer)
      chapters.add(outer)
    }
    versions.add(one as ReadVersion)
    open = [...open, one as ReadVersion]
  }
  return { versions: [...versions], chapters }
}

/** Whether the versions ascend, with no `unreleased` heading above them. Below a single version, there must be one. */
function findsNewestLast(unreleased: readonly ReadHeading[], released: readonly ReadVersion[]): boolean {
  const first = released[0]
  if (!first) return false
  if (unreleased.some(({ heading }) => heading.firstLine < first.heading.firstLine)) return false
  if (released.length === 1) return unreleased.some(({ reading }) => isCertainName(reading))
  return ascend(released.map(({ heading, reading }) => ({ ...reading, level: heading.level })))
}

/** Whether the versions of each product ascend, and the last one is not older than the first one. */
export function ascend(
  versions: readonly (Pick<VersionReading, 'version' | 'product' | 'date'> & { readonly level: number })[],
): boolean {
  const [oldest, newest] = [versions[0]?.date ?? null, versions.at(-1)?.date ?? null]
  if (oldest !== null && newest !== null && newest < oldest) return false
  /** The last version above, by product. */
  const last = new Map<string, (typeof versions)[number]>()
  const steps = versions.map((one) => {
    const key = `${startsWithYear(one.version)} ${one.product}`
    const above = last.get(key)
    last.set(key, one)
    // The patch versions of a version are below it in every file.
    if (!above || one.level > above.level) return 0
    // One of these letters, as in 0.5.3b beside 0.5.3, can be that of a pre-release, or of a version after 0.5.3.
    const hasLetter = [one, above].every(({ version }) => /\d[a-z]$/i.test(version))
    const [own, other] = [one, above].map(({ version }) =>
      hasLetter ? version : version.replace(/(?<=\d)[abm]$/i, ''),
    )
    return compareVersions(own ?? '', other ?? '')
  })
  return steps.every((step) => step >= 0) && steps.some((step) => step > 0)
}
