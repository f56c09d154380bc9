// Reads links that compare two versions, such as `…/compare/v1.0.0...v1.1.0`, and links to tags, and derives those of other versions.
import { type ChangelogDocument, type Heading, MAX_READ_LENGTH, readTargets } from '../document/index.ts'
import { compareVersions, toSemVer } from '../version.ts'

/** A link that compares two tags or branches. */
export type CompareLink = NonNullable<ReturnType<typeof readCompareLink>>

const PARAMETER = '(?:baseVersion|targetVersion|sourceBranch|targetBranch|from|to)='
/** The forms of links that compare: the text before the ends, one end, what is between, the other end, the rest. */
const FORMS: readonly RegExp[] = [
  // GitHub, GitLab, Gitea and Bitbucket Cloud: `/compare/v1.0.0...v1.1.0`, `/compare/api/v1.0.0..main`, `/compare/v1.1.0%0Dv1.0.0`.
  /^([^?#]*?\/compare\/)([^?#]*?[^?#.])(\.{2,3}|%0d)([^.?#>][^?#>]*?)(\/?(?:[?#][^>]*)?>?)$/i,
  // Azure DevOps and Bitbucket Server: `?baseVersion=GTv1.0.0&targetVersion=GTv1.1.0`.
  new RegExp(`^([^?#]*\\?(?:[^#]*?&)?${PARAMETER})([^&#>]+)(&${PARAMETER})([^&#>]+)(.*)$`, 'i'),
  // Others: two tags with dots between them, below the last slash.
  /^((?:[^?#]*\/)?)([^?#/]*?[^?#/.])(\.{2,3})([^.?#>][^?#>]*?)(\/?(?:[?#][^>]*)?>?)$/,
]

// The lookbehinds prevent a match that starts inside a number, so that a long number takes linear time.
const NUMBER = /(?<!\d)\d+[._]\d+/
/** A version of two to four numbers, such as `1.0.0-rc.1`, or `1_0_0` in a tag. */
const VERSION =
  /(?<!\d)\d+(?:(?:\.\d+){1,3}|(?:_\d+){1,3})(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255})?(?=$|[^0-9A-Za-z-])/
/** The hash of a commit. It is where a compare link starts before the first release. */
const COMMIT = /^(?=.*\d)[\da-f]{7,40}$/i

/**
 * Reads a compare link. Undefined for other links, for a link of Unreleased whose base is neither a version nor a commit, and for
 * one of a version whose head is no version. The base is the older tag, the head the newer tag or branch (`endsAtVersion`). `range` writes the part of the
 * link from one to the other with another base and head, `write` the link.
 * @param version the version that the link belongs to. Without it, the link is that of Unreleased
 */
export function readCompareLink(link: string, version?: string) {
  if (link.length > MAX_READ_LENGTH) return undefined
  const match = FORMS.map((form) => form.exec(link)).find((found) => found !== null)
  if (!match) return undefined
  const [, start = '', left = '', between = '', right = '', end = ''] = match
  const isPoint = (one: string) => NUMBER.test(one) || COMMIT.test(one)
  const isReversed =
    version === undefined ? !isPoint(left) && isPoint(right) : names(left, version) && !names(right, version)
  const [base, head] = isReversed ? [right, left] : [left, right]
  if (version === undefined ? !isPoint(base) : !NUMBER.test(head)) return undefined
  const range = (one: string, other: string) => (isReversed ? other + between + one : one + between + other)
  const write = (one: string, other: string) => start + range(one, other) + end
  return { base, head, endsAtVersion: NUMBER.test(head), range, write }
}

/** Whether a link compares a version with a higher one, so that its label is that of the version before it. */
export function isMislabelled(link: string, version: string): boolean {
  const compare = readCompareLink(link, version)
  const base = compare && toSemVer(VERSION.exec(compare.base)?.[0] ?? '')
  const own = toSemVer(version)
  return base && own && names(compare.head, version) ? compareVersions(base, own) > 0 : false
}

/** A version as in tags with another separator. */
const SEPARATORS = ['.', '_', '-']
const withSeparator = (version: string, separator: string) => version.replaceAll('.', separator)

/** Whether a tag or link names a version. */
export function names(text: string, version: string): boolean {
  return SEPARATORS.some((separator) => text.includes(withSeparator(version, separator)))
}

/** Replaces a version in a text, also in the form `1-2-0` of an anchor. */
export function withVersion(text: string, from: string, to: string): string {
  const replace = (changed: string, separator: string) =>
    changed.replaceAll(withSeparator(from, separator), () => withSeparator(to, separator))
  return SEPARATORS.reduce(replace, text)
}

/** The tag of a version, with the prefix of another tag. @param known the version of the other tag, when it is known */
export function tagLike(tag: string, version: string, known?: string): string {
  if (known && names(tag, known)) return withVersion(tag, known, version)
  return tag.replace(VERSION, (found) => withSeparator(version, found.includes('.') ? '.' : '_'))
}

/** The ends of the compare link of a version, in the form of that of `known`. @param current the version before it */
export function endsLike({ head }: CompareLink, known: string, current: string, next: string) {
  return [tagLike(head, current, known), tagLike(head, next, known)] as const
}

/**
 * Derives the link of the version `to` from that of `from`. In a form that is not known, the versions themselves are replaced.
 * @returns undefined when the link does not depend on the version, or names a version that is not the one before `from`
 */
export function linkLike(document: ChangelogDocument, link: string, from: string, to: string) {
  const { version: current } = document
  const compare = readCompareLink(link, from)
  if (compare) return compare.write(...endsLike(compare, from, current, to))
  const versions = document.newestFirst.map(({ meaning }) => meaning.version)
  const previous = versions[versions.indexOf(from) + 1]
  const without = (text: string, version = '') => replaceVersions(text, [[version, '']])
  // The first two numbers of a version can be those of a branch, as `release-1.2`.
  const [minor = '', nextMinor = ''] = [from, to].map((one) => one.split('.', 2).join('.'))
  if (!link.includes(from))
    return without(link, minor) === link ? undefined : replaceVersions(link, [[minor, nextMinor]])
  const others = versions.filter((one) => one !== from && one !== previous)
  const rest = without(without(link, from), previous)
  if (others.some((one) => without(rest, one) !== rest)) return undefined
  return replaceVersions(link, [[from, to], ...(previous ? [[previous, current] as const] : [])])
}

/** Derives the link of Unreleased after a release. Undefined when the link does not depend on the version. */
export function unreleasedLinkLike(document: ChangelogDocument, link: string, version: string, tag: string) {
  const compare = readCompareLink(link)
  const base = compare && nextTag(document, compare.base, version, tag)
  // One that ends at the newest version was that of this version before its release.
  if (base && compare.endsAtVersion && !names(compare.head, document.version)) return undefined
  if (base) return compare.write(base, compare.endsAtVersion ? 'HEAD' : compare.head)
  const changed = replaceVersions(link, [[document.version, version]])
  return changed === link ? undefined : changed
}

/** The tag of a version in the form of the base of a compare link, or, when that is a commit, of the newest release. */
export function nextTag(document: ChangelogDocument, base: string, version: string, tag: string): string {
  if (NUMBER.test(base)) return tagLike(base, version, document.version)
  const newest = document.newestFirst[0]
  const link = newest && linkOfHeading(document, newest.heading)
  const known = newest?.meaning.version
  const head = link && (readCompareLink(link, known)?.head ?? /[^/]*$/.exec(link)?.[0])
  return head && known && names(head, known)
    ? tagLike(head, version, known)
    : tag.replace('{version}', () => version)
}

/** A label in brackets, or of a link of reStructuredText. */
const LABEL = /[[`]([^[\]`<>]+)(?:\](?!\()|`_(?![\w`]))/g
/** The label of a heading that can be a link, such as `1.2.0` in `[1.2.0] - 2026-01-01`. It contains the name. */
export function labelOf(heading: string, name: string): string | undefined {
  const labels = [...heading.matchAll(LABEL)].map(([, label = '']) => label)
  return labels.find((label) => label.includes(name))
}

/** The target of the link of a heading: an inline link, or a definition. */
export function linkOfHeading({ definitions }: ChangelogDocument, { text }: Heading): string | undefined {
  const label = labelOf(text, '')?.toLowerCase()
  return readTargets(text)[0] ?? definitions.find((one) => one.label.toLowerCase() === label)?.destination
}

/** Replaces versions in a text, all at once. */
function replaceVersions(text: string, pairs: readonly (readonly [string | undefined, string])[]): string {
  const known = new Map(pairs.flatMap(([from, to]) => (from ? [[from, to] as const] : [])))
  const pattern = [...known.keys()].map((from) => from.replaceAll(/[.+]/g, String.raw`\$&`)).join('|')
  if (pattern === '') return text
  const versions = new RegExp(String.raw`(?<!\d\.?)(?:${pattern})(?!\d|\.\d)`, 'g')
  return text.replaceAll(versions, (from) => known.get(from) ?? from)
}

/** Writes a text that consists of a compare link, and can have a label, with another base and head. */
export function retarget(text: string, link: CompareLink, base: string, head: string): string {
  const versionIn = (tag: string) => VERSION.exec(tag)?.[0]
  const pairOf = (from: string, to: string) => [versionIn(from), versionIn(to) ?? to] as const
  const pairs = [pairOf(link.base, base), pairOf(link.head, head)]
  const labels = text.split(link.range(link.base, link.head)).map((part) => replaceVersions(part, pairs))
  return labels.join(link.range(base, head))
}
