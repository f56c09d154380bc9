// Reads links that compare two versions, such as `…/compare/v1.0.0...v1.1.0`, and derives those of other versions.

/** A link that compares two tags or branches. */
export interface CompareLink {
  /** The older tag, such as `v1.0.0`. */
  readonly base: string
  readonly dots: string
  /** The newer tag or branch, such as `v1.1.0` or `HEAD`. */
  readonly head: string
  /** Writes the link with another base and head. */
  readonly write: (base: string, head: string) => string
}

// The lookbehinds prevent a match that starts inside a number, so that a long number takes linear time.
const NUMBER = /(?<!\d)\d+\.\d+/
/** A version of two to four numbers, such as `1.0.0-rc.1`. */
const VERSION = /(?<!\d)\d+(?:\.\d+){1,3}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255})?(?=$|[^0-9A-Za-z-])/

/** Maximum length of a link that is read, in UTF-16 code units. */
const MAX_LENGTH = 1000

/** Reads a compare link. Undefined for other links, and for a link whose base is not a version. */
export function readCompareLink(link: string): CompareLink | undefined {
  if (link.length > MAX_LENGTH) return undefined
  const match = /^([^?#]*?[^.])(\.{2,3})([^.?#>][^?#>]*?)(\/?(?:[?#][^>]*)?>?)$/.exec(link)
  if (!match) return undefined
  const [, before = '', dots = '', head = '', end = ''] = match
  const start = before.slice(0, before.lastIndexOf('/') + 1)
  const base = before.slice(start.length)
  if (!NUMBER.test(base)) return undefined
  return { base, dots, head, write: (newBase, newHead) => start + newBase + dots + newHead + end }
}

/** Whether the head of a compare link is a version, in contrast to a branch. */
export function endsAtVersion({ head }: CompareLink): boolean {
  return NUMBER.test(head)
}

/** The tag of a version, with the prefix of another tag. @param known the version of the other tag, when it is known */
export function tagLike(tag: string, version: string, known?: string): string {
  if (known !== undefined && tag.includes(known)) return tag.replace(known, () => version)
  return tag.replace(VERSION, () => version)
}

/**
 * Derives the link of the next version from that of another one.
 * @param from the version of the other link
 * @param to the next version
 * @param current the version before the next one
 * @returns undefined when the link does not depend on the version
 */
export function linkLike(link: string, from: string, to: string, current: string): string | undefined {
  const compare = readCompareLink(link)
  if (compare && endsAtVersion(compare))
    return compare.write(tagLike(compare.head, current, from), tagLike(compare.head, to, from))
  if (link.includes(from)) return link.replaceAll(from, () => to)
  const minor = new RegExp(String.raw`(?<![\d.])${minorOf(from).replaceAll('.', String.raw`\.`)}(?![\d.])`)
  return minor.test(link) ? link.replace(minor, () => minorOf(to)) : undefined
}

/** The first two numbers of a version, as in the branch `release-1.2`. */
function minorOf(version: string): string {
  return version.split('.', 2).join('.')
}
