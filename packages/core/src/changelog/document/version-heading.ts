// Reads the text of one heading: a version, a name of the Unreleased section, or other. `outline.ts` decides what the heading
// means in its file.
import { valid } from 'semver'
import { PRE_RELEASE } from '../version.ts'
import { withoutTargets } from './blocks.ts'
import { type FoundDate, findDate, saysOnlyDate, TIME, withoutDatePlaceholder } from './dates.ts'
import { MAX_READ_LENGTH } from './lines.ts'

/** A heading that names a version. */
export interface VersionReading {
  readonly kind: 'version'
  /** The version as in the heading, without a leading `v`. */
  readonly version: string
  /** Whether node-semver accepts the version. */
  readonly isSemVer: boolean
  /** The name before the version, in lower case. Undefined when there are only words such as “version”. */
  readonly product: string | undefined
  /** `certain`: it starts with three or four numbers. `possible`, as `tool 1.2`, and `number`, as `v21`, need the level of versions. */
  readonly rank: 'certain' | 'possible' | 'number'
  /** Whether nothing but words such as “version” is before it. */
  readonly isPlain: boolean
  /** Number of words after it, besides a date. Infinity when they continue it. */
  readonly otherWords: number
  /** What says that the version is not released: words such as `TBD`, or a suffix of the version such as `-dev`. */
  readonly progress: 'words' | 'suffix' | undefined
  readonly date: string | null
  readonly yanked: boolean
}

/** What the text of a heading says. */
export type HeadingReading =
  | VersionReading
  /** `isCertain`: it counts at any level. Others, such as `Next`, count only at the level of the versions. */
  | { readonly kind: 'unreleased'; readonly isCertain: boolean; readonly product?: string | undefined }
  | { readonly kind: 'other' }

// node-semver accepts at most 256 characters. The bounds prevent V8 from exceeding its backtracking stack on
// a long line.
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255}`
const SUFFIX = String.raw`-(?!x(?![\w.-]))${IDENTIFIERS}|[-.]?(?:rc|alpha|beta|pre|preview|dev|next|snapshot|post|final|release|stable|ga|m|a|b)[-.]?\d{0,9}`
/** A pre-release in words. One that other words follow is text. */
const WORDS = String.raw`(?= \(?(?:rc|alpha|beta|pre|milestone|release candidate))${PRE_RELEASE}(?![^\S\n]*[\p{L}\p{N}])`
const NUMBERS = String.raw`\d{1,16}(?:\.\d{1,16}){1,3}(?:${SUFFIX}|${WORDS})?(?:\+${IDENTIFIERS})?`

/** Words before “changes” that say no name. */
const KIND = '(?:(?:overview|summary) of|noteworthy|notable|major|main|important|significant|user[- ]visible)'
/** One to three words, such as the name of the project, or the name that precedes `@` or `-v`. “Changes in” can be before them. */
const PREFIX = String.raw`\[?(?:(?:(?:${KIND}[ \t]+){0,3}changes|news?|what['’]s[ \t]+new|what[ \t]+changed)[ \t]+(?:in|on|with|for)[ \t]+|(?:version|release):[ \t]+)?(?:[\p{L}@][\p{L}\p{N}_./@-]{0,60}[ \t]+){0,3}\[?(?:(?!v?\d+\.\d)@?[\p{L}][\p{L}\p{N}_./-]{0,60}(?:@|-v|\/|_(?=v?\d)|-(?=\d)|[ \t]+\((?=v?\d{1,3}(?:\.\d+){2}\)(?:$|[ \t]+(?:[-–—][ \t]+)?\d))|[ \t]+[-–—][ \t]+(?=v?\d+(?:\.\d+){2})))?`
/** Words that say something about a version, and do not name one. */
const NO_PREFIX = String.raw`(?:(?:changes[ \t]+)?(?:since|from|before|until|after|beyond|between|to)|with|prior|previous|older|earlier|up to|for|in(?![ \t]+v?\d[\d.]*:?$)|upgrad\p{L}*|updat\p{L}*|migrat\p{L}*|requir\p{L}*|support\p{L}*)\b`
const VERSION = new RegExp(
  String.raw`^(?!${NO_PREFIX})(?<prefix>${PREFIX}(?:v\.?)?)(?<version>${NUMBERS})(?!\w|-x(?![\w.-])|\.(?!\s|$))`,
  'iu',
)
/** Words before a version that say only that it is one. */
const PLAIN = String.raw`(?:(?:version|release):?\s+)?\[?(?:v\.?)?`
const ONLY_PLAIN = new RegExp(`^${PLAIN}$`, 'i')
/** One number, which can have the name of the product before “version”. A date can follow it, after a separator. */
const ONE_NUMBER = new RegExp(
  String.raw`^(?<prefix>(?:\p{L}[\w-]{0,60}\s(?=version\s))?${PLAIN})(?<version>\d{1,6})(?=\]?\s*(?:[-–—(/,:]|on\s|$))(?!-)`,
  'iu',
)
/** Words before a version that are no name of a product. */
const NO_PRODUCT = new RegExp(
  String.raw`(?<!\p{L})(?:v|ver|version|release|notes|changelog|${KIND}|changes|new|in|with|for|of|the)(?!\p{L})`,
  'giu',
)

/** A version that is not known yet, such as `x.y.z`. */
const UNKNOWN_VERSION = /(?<![\p{L}\p{N}._-])v?[xyzn?#](?:\.[xyzn?#]){1,3}(?![\p{L}\p{N}._-])/iu
/** A series of versions, such as `1.x`. */
const SERIES = /(?<![\p{L}\p{N}._-])v?\d{1,9}(?:\.\d{1,9})?[-.]x(?![\p{L}\p{N}.-])/iu

/** Reads the text of a heading. HTML tags in the text are ignored. */
export function readHeading(heading: string): HeadingReading {
  const text = trimEmphasis(
    heading
      .replaceAll(/<\/?[a-z][^<>@]*>|^\p{Extended_Pictographic}\ufe0f?\s*|^_(?=`)|(?<=`)_(?![\w`])/giu, '')
      .replace(/^(version |release )`(v?\d[^`]{0,100})`/i, '$1$2')
      .replace(/^(?:changes )?from (?=v?\d[\w.-]{0,100} (?:to|until|through|[-=–—]*[>→]) )/i, '')
      .replace(/^(?:changes )?between ((?:\p{L}\S{0,60} )?v?\d[\w.-]{0,100}) and (?=v?\d)/iu, '$1 to '),
  )
  const version = readPlanned(text) ?? readVersionAfterDate(text) ?? readVersion(text)
  if (version) return version
  const name = readProgressName(text)
  if (name) return { kind: 'unreleased', ...name }
  const unknown = UNKNOWN_VERSION.test(text) && readVersion(text.replace(UNKNOWN_VERSION, '0.0.0'))
  // A series such as `1.x` can be that of releases. One such as `1.x (main)` cannot.
  const series = SERIES.test(text) ? readVersion(text.replace(SERIES, '0.0.0')) : undefined
  if (series?.progress) return { kind: 'unreleased', isCertain: false, product: series.product }
  return unknown && unknown.otherWords <= MAX_OTHER_WORDS
    ? { kind: 'unreleased', isCertain: false, product: unknown.product }
    : { kind: 'other' }
}

function readVersion(text: string): VersionReading | undefined {
  const { prefix = '', version = '' } = (VERSION.exec(text) ?? ONE_NUMBER.exec(text))?.groups ?? {}
  // Three numbers that end with a year are a day, as in `03.21.2001`.
  if (version === '' || /^\d\d?\.\d\d?\.(?:19|20)\d\d$/.test(text)) return undefined
  const rest = text.slice(prefix.length + version.length)
  const date = findDate(rest)
  // A longer heading only starts with a version.
  const otherWords = text.length <= MAX_READ_LENGTH ? countWords(rest, date) : Number.POSITIVE_INFINITY
  // A sentence can follow a colon.
  const isAlone = otherWords <= MAX_OTHER_WORDS || (/^\]?:\s/.test(rest) && /^\d+(?:\.\d+){2}$/.test(version))
  const isPlain = ONLY_PLAIN.test(prefix)
  const isFull = /^\d+(?:\.\d+){2,3}/.test(version)
  const isSemVer = valid(version) !== null
  const isCertain = isPlain && isFull && (isAlone || isSemVer)
  const next = rest.replace(RANGE, '')
  const end = next === rest || next.startsWith(date?.text ?? ' ') ? undefined : readVersion(next)
  if (end) return { ...end, product: productOf(prefix.replaceAll(NO_PRODUCT, ' ')) }
  if (!isCertain && !isAlone) return undefined
  const isNumber = /^\d+$/.test(version)
  const isBare = () => saysOnlyDate(rest.replace(date?.text ?? '', ''))
  if (isNumber && !((date || /\p{L}/u.test(prefix)) && isBare())) return undefined
  const suffix = markOf(version) === undefined ? undefined : 'suffix'
  return {
    kind: 'version',
    version,
    isSemVer,
    product: productOf(prefix.replaceAll(NO_PRODUCT, ' ')),
    rank: isCertain ? 'certain' : isNumber ? 'number' : 'possible',
    isPlain,
    otherWords,
    progress: isMark(rest) || saysUnreleased(text) ? 'words' : suffix,
    date: date?.iso ?? null,
    yanked: /\[yanked\]/i.test(rest),
  }
}

/** A line of text without the signs around it, as in `== 1.2.0 ==` or `##1.2.0`. Some parsers take the latter for a heading. */
export function withoutSigns(line: string): string {
  return line
    .trim()
    .replaceAll(/^#+(?=\S)|^[=*~-]+\s+|\s[=*~-]+$/g, '')
    .trim()
}

/** What is between the versions of a range, such as `0.3.1 to 0.3.2`, which leads to the second one. */
export const RANGE = /^\s*(?:(?:to|until|through|[-–—=]*[>→])\s*(?=v?\d+\.\d)|[-–—]+\s*(?=v?\d+\.\d+\.\d))/iu

/** Removes the emphasis around the start of a heading, such as that of `**1.2.0** (2020-01-01)`. */
function trimEmphasis(text: string): string {
  return text.replace(/^(\s*\[?)(\*\*|__|\*|_|`)(.*?)\2/s, '$1$3').trim()
}

const PLANNED = new RegExp(String.raw`^(\D*?)v?(${NUMBERS})(?![\w.])(.*)$`, 'iu')
/** Words between the name of the section in progress and its version. */
const BETWEEN = /\b(?:changes|for|release|target(?:ed|ing)?|to be|version|will be)\b/gi

/** Reads headings such as `Unreleased (1.8.1)` as `1.8.1 - Unreleased`. */
function readPlanned(heading: string): VersionReading | undefined {
  const text = withoutTargets(heading)
  const [, name = '', version = '', rest = ''] = PLANNED.exec(text) ?? []
  const isName = isMark(name.replaceAll(BETWEEN, '')) && !findDate(text)?.text.startsWith(version)
  const reading = isName ? readVersion(`${version} - ${name}`) : undefined
  return reading && saysOnlyDate(rest.replace(findDate(rest)?.text ?? '', ''))
    ? { ...reading, rank: 'possible' }
    : undefined
}

/** Reads headings such as `2021-11-14 / 1.8.1`. */
function readVersionAfterDate(text: string): VersionReading | undefined {
  const date = findDate(text)
  const known = date && text.startsWith(date.text) ? text.slice(date.text.length) : undefined
  const unknown = known === undefined ? withoutDatePlaceholder(text) : text
  const rest = known ?? (text.endsWith(unknown) ? unknown : '')
  if (rest === text) return undefined
  const version = readVersion(rest.replace(/^[\s/,:|([`*–—-]+/, ''))
  if (!version || version.date !== null) return undefined
  return known === undefined ? { ...version, progress: 'words' } : { ...version, date: date?.iso ?? null }
}

/** Maximum number of words after a version that is not certain, besides a date. */
const MAX_OTHER_WORDS = 4

/** A text in a column of its own, after a tab or two spaces, or the person who released the version, also as in `- NEILB`. */
const BESIDE =
  /(?:\t| {2,})(?=\p{L}).*$|(?:by\s)?(?:\p{Lu}[\p{L}.'’-]*\s){1,4}<[^<>\s]+@[^<>\s]+>|(?<=\s)(?:\p{Lu}\.\s?){1,3}\p{Lu}\p{Ll}[\p{L}'’-]*$|(?<=^\s*-[\s-]*)[A-Za-z]{3,9}$/su

/** The name of a person after the date. */
const PERSON = /(?<=-[)\]]?\s)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u

/** Counts the words after a version, besides links and a date. Infinity when no space or punctuation is between them. */
function countWords(rest: string, date: FoundDate | undefined): number {
  const undated = date ? rest.replace(date.text, '-').replace(PERSON, '') : withoutDatePlaceholder(rest)
  const others = withoutTargets(undated)
    .replaceAll(TIME, '')
    .replace(BESIDE, '')
    // Some links of reStructuredText are words such as `site__`. A name in brackets, a commit and the version before say no more.
    .replaceAll(
      /\b(?:(?:current )?released?(?: on)?|on(?= -))\b|(?<!\w)[a-z\d]+__(?!\w)|\([a-z'+#,/ -]+\)/gi,
      '',
    )
    .replaceAll(/(?<!\w)(?=[a-f]*\d)[\da-f]{7,40}(?!\w)|\b(?:since|from) v?\d[\d.]*\d/g, '')
  if (!/^(?:\]|\s|\(|\)|:|,|-|–|—|\.|`|\?$|$)/u.test(others)) return Number.POSITIVE_INFINITY
  return (others.match(/[\p{L}\p{N}]+/gu) ?? []).length
}

/** Names of the section in progress, and marks of such versions, for expressions. docs/changelog-format.md lists them. */
export const FORMS = {
  /** Names of the section at any level, also between other words. The last one is the marker of Dist::Zilla and Minilla. */
  anywhere: ['unr[eal]{3,6}s{1,2}ed', 'not (?:yet )?released', String.raw`\{\{\$next\}\}`],
  /** Names of the section at any level. */
  sure: ['(?:the |current )?dev(?:el(?:opment)?)? version', 'git(?:hub)? version'],
  /** Names of the section at the level of the versions. */
  name: [
    ...['v?next(?: (?:release|version))?', '(?:upcoming|future)(?: (?:release|version|changes))?'],
    ...['pending(?: (?:release|changes))?', 'unplanned', 'unpublished', 'forthcoming', 'coming soon'],
    ...['master', 'main', 'trunk', 'head', 'dev(?:el(?:op(?:ment)?)?)?'],
    ...['(?:in|under) (?:development|progress|preparation)', 'wip', 'work in progress'],
    '(?:changes|news?) in (?:the )?(?:next|dev(?:el(?:opment)?)?|master|main)(?: (?:release|version|branch))?',
    ...['tb[acdr]', 'to be (?:announced|confirmed|decided|determined|released)'],
  ],
  /** Names of the section at the level of the versions, when no other words are beside them, and nothing but entries below. */
  alone: ['current(?: version)?'],
  /** Marks of a version only. */
  mark: [
    'planned',
    'snapshot',
    'expected(?: (?:around|on|in|by))?',
    '(?:current(?:ly)? )?dev(?:el(?:op(?:ment)?)?)? branch',
  ],
} as const

const oneOf = (...uses: (keyof typeof FORMS)[]) => `(?:${uses.flatMap((use) => FORMS[use]).join('|')})`
const ANY = oneOf('anywhere', 'sure', 'name', 'mark')
/** A name that other texts can also have. */
export const ALONE = new RegExp(String.raw`^\[?${oneOf('alone')}\]?:?$`, 'i')
const [MARK, NAME, SURE, MARK_SUFFIX] = [
  new RegExp(`^${ANY}(?: ${ANY})*$`, 'i'),
  new RegExp(`^${oneOf('anywhere', 'sure', 'name')}(?: ${ANY})*$`, 'i'),
  new RegExp(`^${oneOf('sure')}$`, 'i'),
  new RegExp(String.raw`(?:[-.+](?:${ANY}0?|90\d\d)|(?<=\d)dev0?)$`, 'i'),
]
const UNRELEASED = new RegExp(String.raw`(?<![\w-])${oneOf('anywhere')}(?![\w-])`, 'i')

/** Maximum number of words in a heading that names the section. A longer one only mentions a name. */
const MAX_WORDS = 6

/** Whether a short heading contains the word “unreleased”. */
function saysUnreleased(text: string): boolean {
  return UNRELEASED.test(text) && text.split(/\s+/).length <= MAX_WORDS
}

/** The name of a product in lower case, without punctuation. Undefined for a text without letters and digits. */
function productOf(text: string): string | undefined {
  return text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')
}

/** Reads the name of the section in progress. `product`: the name before one in brackets, as in `# pkg (dev)`. */
function readProgressName(heading: string): { isCertain: boolean; product?: string | undefined } | undefined {
  if (saysUnreleased(heading)) return { isCertain: true }
  if (heading.length > MAX_READ_LENGTH) return undefined
  if (ALONE.test(heading)) return { isCertain: false }
  const text = withoutTargets(heading)
  // What is in brackets says more about it, as in `Next (master, unstable)`.
  const noted = /^([^()[\]]+?)[ \t]*\([^()[\]]+\)$/.exec(text)?.[1] ?? ''
  const name = [text, noted].map(wordsOf).find((one) => NAME.test(one))
  if (name !== undefined) return { isCertain: SURE.test(name) }
  const [, product, inner = ''] = /^([\p{L}@][\w@./-]*)[ \t]+[([]([^()[\]]+)[)\]]$/u.exec(text) ?? []
  if (product === undefined || !NAME.test(wordsOf(inner))) return undefined
  return { isCertain: SURE.test(wordsOf(inner)), product: productOf(product) }
}

/** Whether the text after a version says that it is not released, and nothing else. */
function isMark(rest: string): boolean {
  const text = withoutTargets(rest)
  return MARK.test(wordsOf(text)) || withoutDatePlaceholder(text) !== text
}

/** The mark at the end of a version, such as `-dev` or `.9000`. */
function markOf(version: string): string | undefined {
  return MARK_SUFFIX.exec(version)?.[0]
}

/** The version that one in progress announces, or its series, such as `1.4.next`. Null for `1.2.99` or `1.2.0.9000`. */
export function plannedBy(version: string): string | null {
  if (/\.(?:99|90\d\d)$/.test(version)) return null
  const mark = /\.next$/i.test(version) ? '' : (markOf(version) ?? '')
  return version.slice(0, version.length - mark.length)
}

/** The words of a text without punctuation and its date. In `upcoming (2026-07-16)`, it is the day on which a tool made the file. */
function wordsOf(text: string): string {
  return withoutDatePlaceholder(text.replace(findDate(text)?.text ?? '', ''))
    .replaceAll(/[[\](){}<>:,/*_~!$|`–—…-]+|\.{3}/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
}
