// Reads the text of one heading: a version, a name of the Unreleased section, or other. `outline.ts` decides what the heading
// means in its file.
import { valid } from 'semver'
import { findDate, hasDatePlaceholder, TIME } from './dates.ts'

/** A heading that names a version. */
export interface VersionReading {
  readonly kind: 'version'
  /** The version as in the heading, without a leading `v`. */
  readonly version: string
  /** Whether node-semver accepts the version. */
  readonly isSemVer: boolean
  /** Whether it starts with a SemVer version. Others, such as `1.2` and `tool 1.2.3`, count only at the level of the versions. */
  readonly isCertain: boolean
  /** Whether the heading says that the version is not released, for example with `TBD`. */
  readonly isPlanned: boolean
  readonly date: string | null
  readonly yanked: boolean
}

/** What the text of a heading says. */
export type HeadingReading =
  | VersionReading
  /** `isCertain`: it contains the word “unreleased”. Others, such as `Next`, count only at the level of the versions. */
  | { readonly kind: 'unreleased'; readonly isCertain: boolean }
  | { readonly kind: 'other' }

// node-semver accepts at most 256 characters. The bounds prevent V8 from exceeding its backtracking stack on
// a long line.
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255}`
const SEMVER = String.raw`\d+\.\d+\.\d+(?:-${IDENTIFIERS})?(?:\+${IDENTIFIERS})?`
const CERTAIN = new RegExp(
  String.raw`^(?:(?:version|release)\s+)?\[?(?:v\.?)?(${SEMVER})(?!\w|\.(?!\s|$))`,
  'i',
)

/** One to three words, such as the name of the project, or the name that precedes `@` or `-v`. */
const PREFIX = String.raw`\[?(?:[\p{L}@][\p{L}\p{N}_./@-]{0,60}[ \t]+){0,3}\[?(?:@?[\p{L}][\p{L}\p{N}_./-]{0,60}(?:@|-v|\/|-(?=\d)))?`
/** Words that say something about a version, and do not name one. */
const NO_PREFIX = String.raw`(?:(?:changes[ \t]+)?(?:since|from|before|until|after|beyond|between|to|with)|for|in|upgrad\p{L}*|updat\p{L}*|migrat\p{L}*|requir\p{L}*|support\p{L}*)\b`
const PRE_RELEASE = String.raw`(?:[-.]?(?:rc|alpha|beta|pre|preview|dev|post|final|ga|m|a|b)[-.]?\d{0,9})`
const POSSIBLE = new RegExp(
  String.raw`^(?!${NO_PREFIX})${PREFIX}(?:v\.?)?(\d{1,9}(?:\.\d{1,9}){1,3}(?:-${IDENTIFIERS}|${PRE_RELEASE})?(?:\+${IDENTIFIERS})?)(?!\w|\.(?!\s|$))`,
  'iu',
)

/** `unr…sed` includes misspellings, such as “unrealeased”. */
const UNRELEASED = /(?<![\w-])(?:unr[eal]{3,6}s{1,2}ed|not (?:yet )?released)(?![\w-])/i
/** Maximum number of words in an Unreleased heading. A longer heading only mentions the word. */
const MAX_WORDS = 6
const OTHER_NAMES =
  /^(?:v?next(?: (?:release|version))?|master|main|trunk|head|develop(?:ment)?|tb[ad]|upcoming(?: (?:release|version|changes))?|future(?: release)?|pending(?: (?:release|changes))?|in (?:development|progress)|wip)$/i
/** Maximum length of a heading that is read, in UTF-16 code units. */
const MAX_LENGTH = 1000

/** Reads the text of a heading. HTML tags in the text are ignored. */
export function readHeading(heading: string): HeadingReading {
  const text = trimEmphasis(heading.replaceAll(/<\/?[a-z][^<>]*>/gi, ''))
  const version = readVersion(text) ?? readVersionAfterDate(text)
  if (saysUnreleased(text) && !version) return { kind: 'unreleased', isCertain: true }
  if (version) return version
  const name = text.replaceAll(/[[\]():*_~!]/g, '').trim()
  return OTHER_NAMES.test(name) ? { kind: 'unreleased', isCertain: false } : { kind: 'other' }
}

/** Whether a short heading contains the word “unreleased”. */
function saysUnreleased(text: string): boolean {
  return UNRELEASED.test(text) && text.split(/\s+/).length <= MAX_WORDS
}

function readVersion(text: string): VersionReading | undefined {
  const certain = CERTAIN.exec(text)
  if (certain && valid(certain[1])) return describe(text, certain, true)
  const possible = text.length <= MAX_LENGTH ? POSSIBLE.exec(text) : null
  if (!possible) return undefined
  return saysNothingElse(text.slice(possible[0].length)) ? describe(text, possible, false) : undefined
}

/** Removes the emphasis around the start of a heading, such as that of `**1.2.0** (2020-01-01)`. */
function trimEmphasis(text: string): string {
  const marker = /^\s*\[?(\*\*|__|\*|_|`)/.exec(text)?.[1]
  if (marker === undefined) return text.trim()
  const start = text.indexOf(marker)
  const end = text.indexOf(marker, start + marker.length)
  if (end === -1) return text.trim()
  return (
    text.slice(0, start) +
    text.slice(start + marker.length, end) +
    text.slice(end + marker.length)
  ).trim()
}

/** Reads headings such as `2021-11-14 / 1.8.1`. */
function readVersionAfterDate(text: string): VersionReading | undefined {
  const date = findDate(text)
  if (!date || !text.startsWith(date.text)) return undefined
  const version = readVersion(text.slice(date.text.length).replace(/^[\s/,:|–—-]+/, ''))
  return version && version.date === null ? { ...version, date: date.iso } : undefined
}

function describe(text: string, match: RegExpExecArray, isCertain: boolean): VersionReading {
  const rest = text.slice(match[0].length)
  const version = match[1] as string
  return {
    kind: 'version',
    version,
    isSemVer: valid(version) !== null,
    isCertain,
    isPlanned: isPlanned(rest) || saysUnreleased(text),
    date: findDate(rest)?.iso ?? null,
    yanked: /\[yanked\]/i.test(rest),
  }
}

/** Whether the text after a version says that it is not released, and nothing else. */
function isPlanned(rest: string): boolean {
  const withoutLink = rest.replace(/^\]?\([^()\s]*\)(?=\s)/, '')
  const name = withoutLink
    .replaceAll(/[[\]():,/*_~–—-]/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
  return OTHER_NAMES.test(name) || name.toLowerCase() === 'planned' || hasDatePlaceholder(withoutLink)
}

/** Maximum number of words after a version, besides a date. */
const MAX_REST_WORDS = 4

/** Whether the text after a version is a link, a date, a note in brackets, or a few words after a dash. */
function saysNothingElse(rest: string): boolean {
  const date = findDate(rest)
  const others = (date ? rest.replace(date.text, '') : rest)
    .replaceAll(/\]\([^()\s]*\)/g, ']')
    .replaceAll(TIME, '')
  if (!/^(?:\]|\s|\(|:|,|-|–|—|\.|$)/u.test(others)) return false
  return (others.match(/[\p{L}\p{N}]+/gu) ?? []).length <= MAX_REST_WORDS
}
