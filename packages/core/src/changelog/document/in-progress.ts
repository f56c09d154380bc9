// Recognises the section in progress: by its name, such as `Next`, or by the mark of a version, such as `-dev` or `- TBD`.
import { hasDatePlaceholder, withoutDatePlaceholder } from './dates.ts'

/** Words that name the section in progress, or mark a version as not released. */
interface Form {
  /** The source of a regular expression, for words without punctuation. */
  readonly words: string
  /** `sure`: names the section at any level. `name`: only at the level of the versions. `mark`: only marks a version. */
  readonly use: 'sure' | 'name' | 'mark'
}

/** The names and marks of the section in progress. docs/changelog-format.md lists them. */
export const FORMS: readonly Form[] = [
  // It includes misspellings, such as “unrealeased”.
  { words: 'unr[eal]{3,6}s{1,2}ed|not (?:yet )?released', use: 'sure' },
  { words: '(?:the |current )?(?:dev(?:el(?:opment)?)?|git(?:hub)?) version', use: 'sure' },
  {
    words: 'v?next(?: (?:release|version))?|(?:upcoming|future)(?: (?:release|version|changes))?',
    use: 'name',
  },
  { words: 'pending(?: (?:release|changes))?|unplanned|coming soon', use: 'name' },
  { words: 'master|main|trunk|head|dev(?:el(?:op(?:ment)?)?)?', use: 'name' },
  { words: '(?:in|under) (?:development|progress)|wip|work in progress', use: 'name' },
  { words: 'tb[adr]|to be (?:announced|determined|released)', use: 'name' },
  { words: 'planned|snapshot', use: 'mark' },
]

const formsOf = (...uses: Form['use'][]) => {
  const words = FORMS.filter(({ use }) => uses.includes(use)).map((form) => form.words)
  return `(?:${words.join('|')})`
}
const ANY = formsOf('sure', 'name', 'mark')
const [MARK, NAME, SURE, SUFFIX] = [
  new RegExp(`^${ANY}(?: ${ANY})*$`, 'i'),
  new RegExp(`^${formsOf('sure', 'name')}(?: ${ANY})*$`, 'i'),
  new RegExp(`^${formsOf('sure')}$`, 'i'),
  new RegExp(`[-.+](?:${ANY}0?|90\\d\\d)$`, 'i'),
]
/** “Unreleased” names the section also between other words. */
const UNRELEASED = new RegExp(String.raw`(?<![\w-])(?:${FORMS[0]?.words})(?![\w-])`, 'i')

/** Maximum number of words in a heading that names the section. A longer one only mentions a name. */
const MAX_WORDS = 6
/** Maximum length of a heading that is read, in UTF-16 code units. */
const MAX_LENGTH = 1000

/** Whether a short heading contains the word “unreleased”. */
export function saysUnreleased(text: string): boolean {
  return UNRELEASED.test(text) && text.split(/\s+/).length <= MAX_WORDS
}

/**
 * Reads the name of the section in progress. `isCertain`: it counts at any level. `product`: the name before one in brackets, as in
 * `# pkg (dev)`.
 */
export function readProgressName(text: string): { isCertain: boolean; product?: string } | undefined {
  if (saysUnreleased(text)) return { isCertain: true }
  if (text.length > MAX_LENGTH) return undefined
  const name = wordsOf(text)
  if (NAME.test(name)) return { isCertain: SURE.test(name) }
  const [, product, inner = ''] = /^([\p{L}@][\w@./-]*)[ \t]+[([]([^()[\]]+)[)\]]$/u.exec(text) ?? []
  if (product === undefined || !NAME.test(wordsOf(inner))) return undefined
  return { isCertain: SURE.test(wordsOf(inner)), product: product.toLowerCase() }
}

/** Whether the text after a version says that it is not released, and nothing else. */
export function isMark(rest: string): boolean {
  const text = rest.replace(/^\]?\([^()\s]*\)(?=\s)/, '')
  return MARK.test(wordsOf(text)) || hasDatePlaceholder(text)
}

/** The mark at the end of a version, such as `-dev` or `.9000`. */
export function markOf(version: string): string | undefined {
  return SUFFIX.exec(version)?.[0]
}

/** The version that a version in progress announces. Null for a number such as `1.2.99` or `1.2.0.9000`. */
export function plannedBy(version: string): string | null {
  return /\.(?:99|90\d\d)$/.test(version)
    ? null
    : version.slice(0, version.length - (markOf(version)?.length ?? 0))
}

/** The words of a text without punctuation, and without a date that is not known yet. */
function wordsOf(text: string): string {
  return withoutDatePlaceholder(text)
    .replaceAll(/[[\](){}<>:,/*_~!$|–—-]+/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
}
