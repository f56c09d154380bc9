// Reads the text of one heading: a version, a name of the Unreleased section, or other. `outline.ts` decides what the heading
// means in its file.
import { valid } from 'semver'
import { PRE_RELEASE } from '../version.ts'
import { withoutTargets } from './blocks.ts'
import { type FoundDate, findDate, saysOnlyDate, TIME, withoutDatePlaceholder } from './dates.ts'
import { MAX_READ_LENGTH } from './lines.ts'
import { isMark, markOf, readProgressName, saysUnreleased } from './progress-names.ts'

/** A heading that names a version. */
export interface VersionReading {
  readonly kind: 'version'
  /** The version as in the heading, without a leading `v`. */
  readonly version: string
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
const SUFFIX = String.raw`-(?!x(?![\w.-]))${IDENTIFIERS}|(?<=(?:\.\d{1,16}){3})\.[a-z]{2,20}\.\d{1,9}|[-.]?(?:rc|alpha|beta|pre|preview|dev|next|snapshot|post|final|release|stable|ga|m|a|b)[-.]?\d{0,9}|[c-wyz](?!\w)|_\d\d(?!\w)`
/** A pre-release in words. One that other words follow is text. */
const WORDS = String.raw`(?= \(?(?:rc|alpha|beta|pre|milestone|release candidate))${PRE_RELEASE}(?![^\S\n]*[\p{L}\p{N}])`
/** A month that is a version. A day follows it. */
const MONTH = String.raw`(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?=\]?\s+[-–—(/]*\s*(?:19|20)\d\d-\d\d-\d\d(?!\d))`
const NUMBERS = String.raw`(?:${MONTH}|\d{1,16}(?:\.\d{1,16}){1,3}(?:${SUFFIX}|${WORDS})?(?:\+${IDENTIFIERS})?)`

/** Words before “changes” that say no name. */
const KIND = '(?:(?:overview|summary) of|noteworthy|notable|major|main|important|significant|user[- ]visible)'
/** One to three words, such as the name of the project, or the name that precedes `@` or `-v`. “Changes in” can be before them. */
const PREFIX = String.raw`\[?(?:(?:(?:${KIND}[ \t]+){0,3}change[sd]|news?|what['’]s[ \t]+new|what[ \t]+changed)[ \t]+(?:in|on|with|for)[ \t]+|(?:version|release):[ \t]+)?(?:[\p{L}@][\p{L}\p{N}_./@-]{0,60}[ \t]+){0,3}\[?(?:(?!v?\d+\.\d)@?[\p{L}][\p{L}\p{N}_./-]{0,60}(?:@|-v|\/|_(?=v?\d)|-(?=\d)|[ \t]+\((?=v?\d{1,3}(?:\.\d+){1,2}\)[ \t]+[-–—][ \t]+\p{Lu}[^<>\d]{1,60}<|v?\d{1,3}(?:\.\d+){2}\)(?:$|[ \t]+(?:[-–—][ \t]+)?\d))|[ \t]+[-–—][ \t]+(?=v?\d+(?:\.\d+){2})))?`
/** Words that say something about a version, and do not name one. */
const NO_PREFIX = String.raw`(?:(?:changes[ \t]+)?(?:since|from|before|until|after|beyond|between|to)|with|prior|previous|older|earlier|up to|for|in(?![ \t]+v?\d[\d.]*:?$)|upgrad\p{L}*|updat\p{L}*|migrat\p{L}*|requir\p{L}*|support\p{L}*)\b`
const VERSION = new RegExp(
  String.raw`^(?!${NO_PREFIX}|\D*\bchanges since\b)(?<prefix>${PREFIX}(?:v\.?)?)(?<version>${NUMBERS})(?!\w|-x(?![\w.-])|\.(?!\s|$))`,
  'iu',
)
/** Words before a version that say only that it is one. */
const PLAIN = String.raw`(?:(?:version|release):?\s+)?\[?(?:v\.?)?`
const ONLY_PLAIN = new RegExp(`^${PLAIN}$`, 'i')
/** One number, which can have the name of the product before “version”. A date can follow it, after a separator. */
const ONE_NUMBER = new RegExp(
  String.raw`^(?<prefix>(?:\p{L}[\w-]{0,60}\s(?=version\s))?${PLAIN})(?<version>\d{1,6})(?=\]?\s*(?:[-–—(/,:[]|on\s|$))(?!-)`,
  'iu',
)
/** Words before a version that are no name of a product. */
const NO_PRODUCT = new RegExp(
  String.raw`(?<!\p{L})(?:v|ver|version|release|notes|changelog|${KIND}|change[sd]|new|in|with|for|of|the)(?!\p{L})`,
  'giu',
)

/** A version that is not known yet, such as `x.y.z` or `XXX-dev`. */
const UNKNOWN_VERSION =
  /(?<![\p{L}\p{N}._-])v?(?:[xyzn?#](?:\.[xyzn?#]){1,3}(?![\p{L}\p{N}._-])|x{3}(?=-dev))/iu
/** A series of versions, such as `1.x`. */
const SERIES = /(?<![\p{L}\p{N}._-])v?\d{1,9}(?:\.\d{1,9})?[-.]x(?![\p{L}\p{N}.-])/iu

/** Reads the text of a heading. HTML tags in the text are ignored. */
export function readHeading(heading: string): HeadingReading {
  const text = heading
    .replaceAll(/<\/?[a-z][^<>@]*>|^(?::(?!ver)\w+:|\p{ExtPict}\ufe0f?)\s*|^_(?=`)|(?<=`)_(?![\w`])/giu, '')
    .replace(/^(version |release )`(v?\d[^`]{0,100})`/i, '$1$2')
    .replace(/^(?:changes )?from (?:version )?(?=v?\d[\w.-]{0,100} (?:to|until|through|[-=–—]*[>→]) )/i, '')
    .replace(
      /^(?:(?:major )?changes )?between ((?:\p{L}\S{0,60} )?v?\d[\w.-]{0,100}) and (?:\p{L}\S{0,60} )?(?=v?\d)/iu,
      '$1 to ',
    )
    // The emphasis around the start, as in `**1.2.0** (2020-01-01)`.
    .replace(/^(\s*\[?)(\*\*|__|\*|_|`)(.*?)\2/s, '$1$3')
    .trim()
  const version = readPlanned(text) ?? readVersionAfterDate(text) ?? readVersion(text)
  if (version) return version
  const name = readProgressName(text)
  if (name) return { kind: 'unreleased', ...name, product: productOf(name.product ?? '') }
  const unknown = UNKNOWN_VERSION.test(text) && readVersion(text.replace(UNKNOWN_VERSION, '0.0.0'))
  // A series such as `1.x` can be that of releases. One such as `1.x (main)` cannot.
  const series = SERIES.test(text) ? readVersion(text.replace(SERIES, '0.0.0')) : undefined
  if (series?.progress) return { kind: 'unreleased', isCertain: false, product: series.product }
  if (!unknown || unknown.otherWords > MAX_OTHER_WORDS) return { kind: 'other' }
  return { kind: 'unreleased', isCertain: unknown.progress !== undefined, product: unknown.product }
}

function readVersion(text: string): VersionReading | undefined {
  const { prefix = '', version = '' } = (VERSION.exec(text) ?? ONE_NUMBER.exec(text))?.groups ?? {}
  // Three numbers that end with a year are a day, as in `03.21.2001` or `30.10.94`.
  if (version === '' || /^(?:\d\d?\.\d\d?\.(?:19|20)|[0-3]\d\.[01]\d\.(?=[89]))\d\d$/.test(text))
    return undefined
  const rest = text.slice(prefix.length + version.length)
  const date = findDate(rest)
  // A longer heading only starts with a version.
  const otherWords = text.length <= MAX_READ_LENGTH ? countWords(rest, date) : Number.POSITIVE_INFINITY
  // A sentence can follow a colon or a dash.
  const isAlone =
    otherWords <= MAX_OTHER_WORDS ||
    (/^\]?(?::| [-–—])\s/.test(rest) && (/^\[?v$/i.test(prefix) || /^\d+(?:\.\d+){2}$/.test(version)))
  const isPlain = ONLY_PLAIN.test(prefix)
  const isFull = /^\d+(?:\.\d+){2,3}/.test(version)
  const isCertain = isPlain && isFull && (isAlone || valid(version) !== null)
  const next = rest.replace(RANGE, '')
  const end = next === rest || next.startsWith(date?.text ?? ' ') ? undefined : readVersion(next)
  if (end) return { ...end, product: productOf(prefix.replaceAll(NO_PRODUCT, ' ')) }
  if (!isCertain && !isAlone) return undefined
  const isNumber = /^\d+$/.test(version)
  const isBare = () => saysOnlyDate(rest.replace(date?.text ?? '', ''))
  if (isNumber && !isMark(rest) && !((date || /\p{L}/u.test(prefix)) && isBare())) return undefined
  const suffix = markOf(version) === undefined ? undefined : 'suffix'
  return {
    kind: 'version',
    version,
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
    .replaceAll(/^#+(?=\S)|^[=*~!-]+\s+|\s[=*~!-]+$/g, '')
    .trim()
}

/** What is between the versions of a range, such as `0.3.1 to 0.3.2`, which leads to the second one. */
export const RANGE = /^\s*(?:(?:to|until|through|[-–—=]*[>→])\s*(?=v?\d+\.\d)|[-–—]+\s*(?=v?\d+\.\d+\.\d))/iu

const PLANNED = new RegExp(String.raw`^(\D*?)v?(${NUMBERS})(?![\w.])(.*)$`, 'iu')
/** Words between the name of the section in progress and its version. */
const BETWEEN = /\b(?:changes|for|release|target(?:ed|ing)?|to be|version|will be)\b/gi

/** Reads headings such as `Unreleased (1.8.1)` as `1.8.1 - Unreleased`. */
function readPlanned(heading: string): VersionReading | undefined {
  const text = withoutTargets(heading)
  const [, name = '', version = '', rest = ''] = PLANNED.exec(text) ?? []
  const isName = isMark(name.replaceAll(BETWEEN, '')) && !findDate(text)?.text.startsWith(version)
  const reading = isName ? readVersion(`${version} - ${name}`) : undefined
  if (!reading || !saysOnlyDate(rest.replace(findDate(rest)?.text ?? '', ''))) return undefined
  return { ...reading, rank: 'possible' }
}

/** Reads headings such as `2021-11-14 / 1.8.1`. */
function readVersionAfterDate(text: string): VersionReading | undefined {
  const date = findDate(text)
  const known = date && text.startsWith(date.text) ? text.slice(date.text.length) : undefined
  const unknown = known === undefined ? withoutDatePlaceholder(text) : text
  const rest = known ?? (text.endsWith(unknown) ? unknown : '')
  if (rest === text) return undefined
  const version = readVersion(rest.replace(/^(?: \([^()\d]+\)(?= ))?[\s/,:|([`*–—-]+/, ''))
  if (!version || version.date !== null) return undefined
  return known === undefined ? { ...version, progress: 'words' } : { ...version, date: date?.iso ?? null }
}

/** Maximum number of words after a version that is not certain, besides a date. */
export const MAX_OTHER_WORDS = 4

/** A text in a column of its own, after a tab or two spaces, or the person who released the version, also as in `- NEILB`. */
const BESIDE =
  /(?:\t| {2,})(?=(?:# )?\p{L}).*$|(?:by\s)?(?:\p{Lu}[\p{L}.'’-]*\s){0,4}<[^<>\s]+@[^<>\s]+>|(?<=\s)(?:\p{Lu}\.\s?){1,3}\p{Lu}\p{Ll}[\p{L}'’-]*$|(?<=^\s*-[\s-]*)[A-Za-z]{3,9}$/su

/** The name of a person after the date. */
const PERSON = /(?<=-[)\]]?\s)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u

/** Counts the words after a version, besides links and a date. Infinity when no space or punctuation is between them. */
function countWords(rest: string, date: FoundDate | undefined): number {
  const undated = date ? rest.replace(date.text, '-').replace(PERSON, '') : withoutDatePlaceholder(rest)
  const others = withoutTargets(undated)
    .replaceAll(TIME, '')
    .replace(BESIDE, '')
    // Some links of reStructuredText are words such as `site__`. A remark in brackets, a commit and the version before say no more.
    .replaceAll(
      /\b(?:(?:current )?released?(?: on)?|on(?= -))\b|(?<!\w)[a-z\d]+__(?!\w)|\((?:[a-z'+#,/ -]+|(?=[^()]*\d\.\d)[a-z][\w.'+,/ -]*)\)/gi,
      '',
    )
    .replaceAll(/(?<!\w)(?=[a-f]*\d)[\da-f]{7,40}(?!\w)|\b(?:since|from) v?\d[\d.]*\d/g, '')
  if (!/^(?:\]|\s|\(|\)|:|,|-|–|—|\.|`|\?$|$)/u.test(others)) return Number.POSITIVE_INFINITY
  return (others.match(/[\p{L}\p{N}]+/gu) ?? []).length
}

/** The name of a product in lower case, without punctuation. Undefined for a text without letters and digits. */
function productOf(text: string): string | undefined {
  return text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')
}
