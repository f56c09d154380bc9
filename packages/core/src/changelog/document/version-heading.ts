// Reads the meaning of a heading: Unreleased, a release, or other. node-semver decides what is a version.
import { valid } from 'semver'

/** The meaning of a heading in a changelog. */
export type HeadingMeaning =
  | { readonly kind: 'unreleased' }
  | {
      readonly kind: 'release'
      readonly version: string
      readonly date: string | null
      readonly yanked: boolean
    }
  | { readonly kind: 'other' }

// node-semver accepts at most 256 characters. The bounds prevent V8 from exceeding its backtracking stack on
// a long line.
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255}`
const SEMVER = String.raw`\d+\.\d+\.\d+(?:-${IDENTIFIERS})?(?:\+${IDENTIFIERS})?`
const RELEASE = new RegExp(String.raw`^(?:(?:version|release)\s+)?\[?v?(${SEMVER})(?![\w.])`, 'i')
const ISO_DATE = /(?<!\d)(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)/
const UNRELEASED = /(?<![\w-])unreleased(?![\w-])/i
/** Maximum number of words in an Unreleased heading. A longer heading only mentions the word. */
const MAX_WORDS = 6

/** Reads the meaning of a heading from its text. HTML tags in the text are ignored. */
export function readHeading(heading: string): HeadingMeaning {
  const text = heading.replaceAll(/<\/?[a-z][^<>]*>/gi, '').trim()
  if (UNRELEASED.test(text) && text.split(/\s+/).length <= MAX_WORDS) return { kind: 'unreleased' }
  const found = RELEASE.exec(text)
  const version = found && valid(found[1])
  if (!found || !version) return { kind: 'other' }
  const rest = text.slice(found[0].length)
  return {
    kind: 'release',
    version: found[1] as string,
    date: ISO_DATE.exec(rest)?.[1] ?? null,
    yanked: /\[yanked\]/i.test(rest),
  }
}
