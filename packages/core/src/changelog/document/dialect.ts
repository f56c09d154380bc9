// Reads changelogs in other syntaxes as Markdown: reStructuredText, plain text, and lists whose items are titles. Each line is
// translated by itself to one line, so that the reader and the verifier can understand the file, while edits copy its own lines.
import { TYPE_NAMES } from '../entry.ts'
import { ATX, FENCE_END } from './blocks.ts'
import { startsWithDate } from './dates.ts'
import type { Dialect } from './line-map.ts'
import { columnsOf, indentOf, isBlank, trimToLetters } from './lines.ts'
import { readHeading, withoutSigns } from './version-heading.ts'

/** A title of reStructuredText: a line of text above a line of one character, and sometimes below such a line, too, also `#----`. */
const ADORNMENT = /^#?([^\p{L}\p{N}\s])\1{2,}#?[ \t]*$/u
/** What only reStructuredText has: directives, targets, comments, roles and its links. */
const RST = /^\.\. +\S|(?<![\w`]):[a-z]{1,20}:`[^`\s,.;:)]|`[^`<>]{0,200}<[^<>`]{1,300}>`_/
/** The target of a link, such as `.. _1.2.0: https://a.b`. */
const TARGET = /^\.\. +_`?([^:`]{1,99})`?:[ \t]+(?=[a-z]+:\/\/\S+[ \t]*$)/
/** A bullet of plain text, which is `o` or `.` in the NEWS of R packages, `**` in that of Octave, and `*)` in those of Apache. */
const BULLET = /^[ \t]*(?:([o.•]|(?<=[ \t])\*\*|\*\))|[-*+])(?=[ \t]+\S)/
const ITEM = /^( {0,3})([-+*])([ \t]+)(?=\S)/
/** A line between versions that Markdown takes for text. */
const RULE = /^#{7,}[ \t]*$/
/** Longer lines are no titles. */
const MAX_TITLE = 100

/** Finds how a file is translated. Undefined for Markdown. `hasVersions`: it has headings of Markdown that are versions. */
export function detectDialect(lines: readonly string[], hasVersions: boolean): Dialect | undefined {
  // Titles of AsciiDoc, such as `== 1.2.0`, are headings.
  if (!hasVersions && lines.some((line) => /^==(?!=)/.test(line) && ASCIIDOC.test(line)))
    return { syntax: 'markdown', translate: (all) => all.map((line) => line.replace(ASCIIDOC, toHeading)) }
  const rst = readRst(lines, !hasVersions || lines.some((line) => RST.test(line)))
  return rst ?? readTitleItems(lines, hasVersions ? isCategory : isVersion) ?? readPlain(lines, hasVersions)
}

/** Whether a text is a version or a name of the section in progress, and nothing else. */
export function isVersion(text: string): boolean {
  if (text.length > MAX_TITLE) return false
  const reading = readHeading(text.replace(/ \[(?:stable|beta|alpha)\]$/, ''))
  return reading.kind === 'version'
    ? reading.rank !== 'number' && (reading.otherWords === 0 || reading.progress === 'words')
    : reading.kind === 'unreleased' && reading.isCertain
}

const CATEGORIES = new Set(Object.values(TYPE_NAMES).flat())
/** Whether a text is the name of a type of entries, with a few signs around it. */
export const isCategory = (text: string) =>
  text.length < 40 && CATEGORIES.has(trimToLetters(text).toLowerCase())

/** The style of the title that a line is the text of: its character, twice when there is a line above, too. */
function titleStyle(lines: readonly string[], index: number): string | undefined {
  const text = (lines[index] ?? '').trimEnd()
  const [above = '', below = ''] = [lines[index - 1]?.trimEnd(), lines[index + 1]?.trimEnd()]
  const [character] = below
  const isTitle = ADORNMENT.test(below) && !isBlank(text) && !ADORNMENT.test(text)
  // Only a line such as `#----` can be around a heading of Markdown.
  if (!isTitle || character === undefined || (character !== '#' && ATX.test(text))) return undefined
  if (above === below) return character + character
  const isBelowEnd =
    /^(?:\.\. .*|#{1,6}\s.*|\s*)$/.test(above) || (ADORNMENT.test(above) && above[0] !== character)
  return isBelowEnd && indentOf(text) === 0 ? character : undefined
}

/** The text of a title, without signs such as those of `# 1.2.0 #` and `#version 1.2.0`. */
const nameOf = (text: string) => text.replace(/^#+(?:\s|(?=\p{L}|\d+\.\d))|\s#+\s*$/gu, '').trim()

/** The texts of titles above lines that would start a code block. So would the next such line, which could end the block otherwise. */
function findFencedTitles(all: readonly string[]): Set<string> {
  const titles = new Set<string>()
  let below = { length: 0, isUnderline: true }
  for (let line = all.length - 1; line > 0; line--) {
    const length = FENCE_END.exec(all[line] ?? '')?.[1]?.length
    if (length === undefined) continue
    const title = (all[line - 1] ?? '').trim()
    const isUnderline = Math.abs(title.length - length) < 2 && titleStyle(all, line - 1)?.length === 1
    if (isUnderline && (below.isUnderline || below.length < length)) titles.add(title)
    below = { length, isUnderline }
  }
  return titles
}

/**
 * Translates titles of reStructuredText to headings. Their levels have the order in which their styles occur.
 * @param isCertain whether the file is not Markdown. Otherwise, a version must have a line above, too
 */
function readRst(all: readonly string[], isCertain: boolean): Dialect | undefined {
  const titles = all.flatMap((text, index) => {
    const style = titleStyle(all, index)
    return style === undefined ? [] : [{ text: nameOf(text), style }]
  })
  const styles = [...new Set(titles.map(({ style }) => style))]
  const fenced = new Set(/[~`]/.test(styles.join('')) ? findFencedTitles(all) : [])
  // Markdown has no titles above other lines than these.
  const isName = (text: string) => fenced.has(text) || isCategory(text)
  const isRst = isCertain || titles.some(({ text, style }) => !/[-=#]/.test(style) && isName(text))
  const hasVersions = titles.some(({ text, style }) => (isRst || style.length > 1) && isVersion(text))
  if (!hasVersions && fenced.size === 0) return undefined
  const translate = (lines: readonly string[]) => {
    const styleOf = (line: number) =>
      hasVersions || isName((lines[line] ?? '').trim()) ? titleStyle(lines, line) : undefined
    const isAdornment = (index: number) =>
      styleOf(index - 1) !== undefined || styleOf(index + 1)?.length === 2
    return lines.map((text, index) => {
      const style = styleOf(index)
      // Below versions of Markdown, such titles are categories.
      const level = hasVersions ? styles.indexOf(style ?? '') + 1 : 6
      if (style !== undefined && !ATX.test(text)) return `${'#'.repeat(Math.min(6, level))} ${nameOf(text)}`
      return ADORNMENT.test(text) && isAdornment(index) ? '' : text.replace(TARGET, '[$1]: ')
    })
  }
  return { syntax: 'rst', translate }
}

/** Translates indented versions to lines of text, and bullets of plain text to lists. */
function readPlain(all: readonly string[], hasVersions: boolean): Dialect | undefined {
  const isIndentedVersion = (lines: readonly string[], index: number) => {
    const text = lines[index] ?? ''
    return indentOf(text) > 0 && isBlank(lines[index - 1] ?? '') && isVersion(withoutSigns(text))
  }
  const bullets = all.filter((text) => BULLET.test(text))
  const indent = bullets.reduce((least, text) => Math.min(least, indentOf(text)), MAX_TITLE)
  const isPlain = (text: string) => BULLET.exec(text)?.[1] !== undefined
  // Markdown takes text with an indent of four columns for code.
  const isCode = bullets.length > 0 && indent > 3
  const isCertain = bullets.length > 0 && bullets.every((text) => indentOf(text) > indent || isPlain(text))
  const isText = () => bullets.some(isPlain) || all.some((_, index) => isIndentedVersion(all, index))
  if (!isCode && !(hasVersions ? isCertain : isText())) return undefined
  const toList = (text: string) =>
    (isPlain(text) ? text.replace(/\*[*)]|[o.•]/, '*') : text).replace(/^[ \t]+(?![#\s])/, (space) =>
      ' '.repeat(Math.max(0, columnsOf(space) - indent)),
    )
  const translate = (lines: readonly string[]) =>
    lines.map((text, index) => {
      if (RULE.test(text)) return '***'
      return isIndentedVersion(lines, index) ? text.trimStart() : toList(text)
    })
  return { syntax: 'plain', translate }
}

/** The start of a title of AsciiDoc, which has no signs at its end. */
const ASCIIDOC = /^={1,6}(?= \S)(?!.*=\s*$)/
const toHeading = (signs: string) => '#'.repeat(signs.length)
/** A line of one character below a title that is a list item. */
const UNDERLINE = /^ +([-=~])\1{3,} *$/
/** A list item of one to three words, such as `* Performance`. */
const OTHER_NAME = /^ {0,3}[-+*][ \t]+(?:\*\*)?\p{Lu}[\p{L}-]{2,20}(?: [\p{L}-]{2,20}){0,2}(?:\*\*)?:?\s*$/u
const isNested = (line = '') => ITEM.test(line.trimStart()) && indentOf(line) > 1

/** A headline of two stars with the name of a category: one to four words, such as `** Bug fixes`. */
const HEADLINE_NAME = /^\*\*[ \t]+\p{Lu}[\p{L}/-]*(?:[ \t]+[\p{L}/-]+){0,3}:?\s*$/u

/** What the headlines of two stars are, as in Org and in the NEWS of GNU: categories, or entries where most are sentences. */
function readHeadlines(lines: readonly string[]): 'org' | 'items' | undefined {
  const headlines = [...lines.keys()].filter((line) => /^\*\*[ \t]+\S/.test(lines[line] ?? ''))
  const below = (line: number) => lines.slice(line + 1, line + 3).find((one) => !isBlank(one)) ?? '*'
  const names = headlines.filter(
    (line) => HEADLINE_NAME.test(lines[line] ?? '') && !below(line).startsWith('*'),
  )
  const isOrg = lines.some((line) => /^#.*-\*-.*\borg\b/.test(line))
  // In a file whose stars are versions above other bullets, there are none.
  const stars = isOrg ? [] : lines.filter((line) => /^\* \S/.test(line))
  const hasOther = lines.some((line) => /^[-+] \S/.test(line))
  const versions = stars.filter((line) => isVersion(line.slice(2)))
  // A few can have other words, such as `1.2.1 & 2`.
  const isFlat =
    versions.length > Math.max(1, stars.length * 0.9) && hasOther && isVersion(stars[0]?.slice(2) ?? '')
  if (names.length * 2 < headlines.length || (isFlat && headlines.length === 0)) return 'items'
  return headlines.length > 0 || isOrg ? 'org' : undefined
}

/** Translates list items that are titles to headings, and their nested lists to lists. Undefined without two of them. */
function readTitleItems(all: readonly string[], isTitle: (text: string) => boolean): Dialect | undefined {
  /** Other names of categories, such as `Docs`, beside known ones. */
  const names = new Set<string>()
  /** How many titles there are, whether one has a list, the columns before their texts, and their bullet. */
  let [count, isOpen, indent, sign]: [number, boolean, number?, string?] = [0, false]
  const titleOf = (line: string) => {
    const [text, own] = [line.replace(ITEM, '').trim(), ITEM.exec(line)?.[2]]
    const isName = (isTitle(text) && !text.endsWith('.')) || names.has(text)
    return own && own === (sign ?? own) && isName ? text : undefined
  }
  // The lists of comments in code, and those below the days of a log, are no titles.
  const isOther = (one: string) => /^\s*\/\*/.test(one) || (/^[\p{L}\d]/u.test(one) && startsWithDate(one))
  if (isTitle === isVersion && all.filter(isOther).length > 1) return undefined
  const headlines = isTitle === isVersion ? readHeadlines(all) : undefined
  // Where headings are categories, list items are none.
  if (isTitle === isCategory && all.some((line) => ATX.test(line) && isCategory(line))) return undefined
  for (const [index, line] of all.entries()) {
    if (/^#{1,6}\s|^(?:=+|-+)\s*$/.test(line)) isOpen = false
    if (!ITEM.test(line) || (isOpen && indentOf(line) >= (indent ?? 0))) continue
    if (isOpen && isTitle === isCategory && OTHER_NAME.test(line) && isNested(all[index + 1]))
      names.add(line.replace(ITEM, '').trim())
    const title = titleOf(line)
    if (title === undefined && isOpen) return undefined
    if (title === undefined) continue
    if (indent === undefined) [indent, sign] = [columnsOf(ITEM.exec(line)?.[0] ?? ''), line.trim().charAt(0)]
    const below = all.slice(index + 1, index + 3).find((one) => !isBlank(one) && !UNDERLINE.test(one)) ?? ''
    const hasList = ITEM.test(below.trimStart()) && indentOf(below) >= indent
    // A version can have text below it, but no line of YAML such as `date: 2020-01-01`. The Unreleased section can be empty.
    const isFlat = headlines !== undefined && (count > 1 || !/^\*[ \t]/.test(below))
    const isBelow = isFlat || (below !== '' && !ITEM.test(below))
    const hasText = isTitle === isVersion && isBelow && !/^\s+[a-z_]+:(?:\s|$)/.test(below)
    const isEmpty = !hasList && !hasText
    const mayBeEmpty = readHeading(title).kind === 'unreleased' || (isTitle === isVersion && count > 1)
    if (indentOf(line) >= indent || (isEmpty && !mayBeEmpty)) return undefined
    if (!isEmpty) [count, isOpen] = [count + 1, hasList]
  }
  if (count < 2) return undefined
  const translate = (lines: readonly string[]) =>
    lines.map((line, index) => {
      const title = titleOf(line)
      const isNested = indentOf(line) >= (indent ?? 0)
      if (UNDERLINE.test(line) && titleOf(lines[index - 1] ?? '') !== undefined) return ''
      if (title !== undefined && !isNested) return (isTitle === isVersion ? '## ' : '### ') + title
      if (headlines === 'items') return line.replace(/^\*\*(?=[ \t])/, '* ')
      if (headlines === 'org')
        return line.replace(/^\*(\*+)(?= \S)/, (_, stars: string) => `##${'#'.repeat(stars.length)}`)
      if (!isNested) return line
      return line.replace(/^[ \t]+/, (space) => ' '.repeat(columnsOf(space) - (indent ?? 0)))
    })
  return { syntax: headlines ?? 'items', translate }
}
