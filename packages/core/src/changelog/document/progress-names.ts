// Reads the names of the section in progress, such as `Unreleased`, and the marks of versions that are not released.
import { withoutTargets } from './blocks.ts'
import { findDate, withoutDatePlaceholder } from './dates.ts'
import { MAX_READ_LENGTH } from './lines.ts'

/** Names of the section in progress, and marks of such versions, for expressions. docs/changelog-format.md lists them. */
export const FORMS = {
  /** Names of the section at any level, also between other words. The last one is the marker of Dist::Zilla and Minilla. */
  anywhere: ['unr[eal]{3,6}s{1,2}ed', 'not (?:yet )?released', String.raw`\{\{\$next\}\}`],
  /** Names of the section at any level. Those of other languages are as in the translations of Keep a Changelog. */
  sure: [
    ...['(?:the |current )?dev(?:el(?:opment)?)? version', 'git(?:hub)? version'],
    ...['não (?:publicad|lançad)[oa]s?', '(?:sin publicar|no publicad[oa]s?)'],
    ...['nie(?:opublikowan|wydan)[eay]', 'non (?:publiée?s?|pubblicat[oaie]|rilasciat[oaie])'],
    'не ?(?:опубликован|издан|выпущен)(?:о|н?[ыо][ей])',
    ...['(?:un|nicht )veröffentlicht', '(?:(?:nog )?niet |on)uitgebracht', 'yay[ıi][nm]lanma(?:dı|mış)'],
    ...['尚?未(?:发布|發布|發佈|释出|釋出|发行|發行)(?:的|版本)?', '未(?:リリース|公開)'],
    '미(?:출시|공개|배포|발표|릴리[스즈])',
  ],
  /** Names of the section at the level of the versions. */
  name: [
    ...['(?:v[. ]?)?next(?: (?:release|version))?', '(?:upcoming|future)(?: (?:release|version|changes))?'],
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
    ...['planned', 'snapshot', 'expected(?: (?:around|on|in|by))?'],
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
export function saysUnreleased(text: string): boolean {
  return UNRELEASED.test(text) && text.split(/\s+/).length <= MAX_WORDS
}

/** Reads the name of the section in progress. `product`: the name before one in brackets, as in `# pkg (dev)`. */
export function readProgressName(heading: string) {
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
  return { isCertain: SURE.test(wordsOf(inner)), product }
}

/** Whether the text after a version says that it is not released, and nothing else. */
export function isMark(rest: string): boolean {
  const text = withoutTargets(rest)
  return MARK.test(wordsOf(text)) || withoutDatePlaceholder(text) !== text
}

/** The mark at the end of a version, such as `-dev` or `.9000`. */
export function markOf(version: string): string | undefined {
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
