// Writes headings of categories and versions in the style of the file.
import {
  type ChangelogDocument,
  contentIndent,
  type Heading,
  indentOf,
  readAtxHeading,
  type Section,
  textAt,
  trimToLetters,
  unescapeVersion,
} from '../../document/index.ts'
import { isListTitle, isTextTitle } from '../section-edges.ts'
import { bulletFor, MAX_MODELS } from './layout.ts'

/** The characters of underlines by level. Deeper levels have none. */
const UNDERLINES: Readonly<Record<number, string>> = { 1: '=', 2: '-' }

/** A version at level 1 as in the NEWS of R packages, whose names have letters, digits and dots. */
const R_VERSION = /^((?!(?:changes|release|version)\s)[a-z][a-z\d.]+ )\d+(?:[.-]\d+)+(?: \([^()]*\))?$/i

/** A package of R in development, such as `pkg (development version)` or `pkg 1.2.0.9000`. */
export const R_IN_DEVELOPMENT = /^(.+ )(?:\(development version\)|v?\d[\d.]*\.90\d\d)$/i

/** The lines of the heading of a new category, in the style of the other categories of the file. */
export function categoryHeading(document: ChangelogDocument, section: Section, name: string): string[] {
  const { model: found, depth } = findCategoryModel(document, section, name)
  // A list item cannot be the title of entries that are not nested.
  const indent = found && isListTitle(document, found) ? contentIndent(textAt(document, found.firstLine)) : 0
  const bullet = bulletFor(document, section)
  const model = indentOf(bullet) < indent ? undefined : found
  const level = Math.min(6, section.heading.level + (model ? depth : 1))
  const isHeadline =
    document.dialect.syntax === 'org' || (model && /^\*\*/.test(textAt(document, model.firstLine)))
  if (section.heading.isLabel && isListTitle(document, section.heading) && !isHeadline) return []
  // In a file whose headings are all underlined, there is none for a deeper level.
  const isUnderlined = document.headings.every(({ isSetext }) => isSetext) && !UNDERLINES[level]
  // In reStructuredText, an underline such as that of the title would have the level of the title.
  const isOfTitle = document.headings[0]?.isSetext && document.headings[0].level === level
  // In plain text, categories have the indent of the entries.
  const space = isTextTitle(document, section.heading) ? bullet.replace(/\S.*/, '') : ''
  if (!model && (section.heading.isLabel || isUnderlined || isOfTitle))
    return [isHeadline ? `** ${name}` : `${space}**${name}**`]
  const like = model ?? section.heading
  if (like.isSetext && (section.heading.isSetext || section.heading.isLabel) && UNDERLINES[level])
    return rewriteHeading(document, like, name, level)
  if (!model || model.isSetext) return [`${'#'.repeat(level)} ${name}`]
  return rewriteHeading(document, model, nameLike(model.text, name), level)
}

/** The name of a category with the emphasis and the colon of another one, as in `### **Changed:**`. */
function nameLike(model: string, name: string): string {
  const [, mark = '', colon = ''] = /^(\*\*|__)?.*?(:?)\1?$/.exec(model) ?? []
  return name === trimToLetters(name) ? mark + name + colon + mark : name
}

/** The heading that a new category resembles, one of its name if any, and how much deeper than a version of the same level it is. */
function findCategoryModel(document: ChangelogDocument, section: Section, name: string) {
  const { level } = section.heading
  const near = [section, ...document.sections.filter((other) => other !== section)]
  const all = near.flatMap((one, index) =>
    one.categories.map(({ heading: model, endLine }) => {
      const [depth, isRecent] = [model.level - level, index < MAX_MODELS]
      // In older versions, headings at the level of the version mean something else. Lines of text have no level.
      const isText = model.isSetext && isTextTitle(document, one.heading)
      const isLike = one.heading.level === level && (depth !== 0 || (level >= 3 && isRecent) || isText)
      const rank = Number(endLine > model.lastLine + 1) + Number(isRecent && model.text === name)
      return { model, depth, isLike, rank }
    }),
  )
  // One with a link, such as the name of the tool that made the file, is none.
  const named = all.filter(({ model }) => /^(?!.*\]\()./.test(model.text)).toSorted((a, b) => b.rank - a.rank)
  const deeper = named.find(({ depth }) => depth > 0)?.model
  return named.find(({ isLike }) => isLike) ?? { model: deeper, depth: 1 }
}

/** The lines of a heading with a different text, and if given at another level, in the style of the heading. */
export function rewriteHeading(
  document: ChangelogDocument,
  heading: Heading,
  text: string,
  level: number = heading.level,
): string[] {
  if (heading.isSetext) {
    const underline = textAt(document, heading.lastLine).trim()
    const length = underlineLength(document, text, level)
    return [text, (UNDERLINES[level] ?? underline[0] ?? '-').repeat(length)]
  }
  if (heading.isLabel) return rewriteLabel(document, heading, text)
  const line = unescapeVersion(textAt(document, heading.firstLine)).trimEnd()
  const rewritten = line.replace(heading.text, () => text)
  if (readAtxHeading(line)?.level === level) return [rewritten]
  return [rewritten.replaceAll(/(?<=^ *)#+|(?<=[ \t])#+$/g, '#'.repeat(level))]
}

/** The lines of a title with another text: the text, and the lines of one character around it. */
function rewriteLabel(document: ChangelogDocument, heading: Heading, text: string): string[] {
  const own = document.lines.slice(heading.firstLine, heading.lastLine + 1)
  const lines = own.map((line) => line.text.trimEnd())
  const found = lines.find((line) => line.includes(heading.text)) ?? ''
  const title = found.replace(heading.text, () => text)
  const extra = (lines.at(-1) ?? '').length - found.length
  // In reStructuredText, the line is at least as long as the title.
  const wanted = underlineLength(document, title, heading.level, lines.length > 2 ? extra : undefined)
  const length = Math.max(title.length, wanted)
  const likeLine = (line: string) => (/^(.)\1*$/.test(line) ? (line[0] ?? '').repeat(length) : line)
  return lines.map((line) => (line === found ? title : likeLine(line)))
}

/**
 * The length of the underline of a text: its own, or that of the two newest headings of its level, and of one with another text length,
 * when they have one length for all texts. A longer text has a line of its length, because one that is too short is a fault in reStructuredText.
 * @param extra how much longer the lines above and below another text are, if there is one above
 */
function underlineLength(document: ChangelogDocument, text: string, level: number, extra?: number): number {
  const all = document.newestFirst.flatMap((one) => [one, ...one.categories])
  const height = extra === undefined ? 1 : 2
  const isLike = (one: Heading) => one.level === level && one.lastLine === one.firstLine + height
  const like = all.flatMap(({ heading }) => (isLike(heading) ? heading : []))
  const lengthOf = ({ lastLine }: Heading) => textAt(document, lastLine).trim().length
  const [own = 0, ...texts] = [text, ...like.map((one) => one.text)].map((one) => [...one].length)
  const fixed = like[0] ? lengthOf(like[0]) : 0
  // Lines above and below texts of one length can be longer by as much.
  const usual = extra === undefined ? fixed : texts[0]
  const other = texts.findIndex((length) => length !== usual)
  const models = like.filter((_, index) => index < 2 || index === other)
  const isFixed = other !== -1 && models.every((one) => lengthOf(one) === fixed)
  if (isFixed) return Math.max(fixed, models.every((one) => one.text.length < own) ? own : 0)
  if (extra !== undefined) return own + extra
  // Some underlines are as long as the version, without its date.
  const isOfWord =
    models.length > 1 && models.slice(0, 2).every((one) => lengthOf(one) === one.text.search(/\s/))
  return isOfWord ? text.search(/\s|$/) : own
}

/**
 * The text of an Unreleased heading without a version. It has the brackets, emphasis and colon of `heading`, but not the brackets of
 * an inline link, because its target is not known. In a file with versions such as `# pkg 1.2.0`, it is that of R packages.
 */
export function plainUnreleasedText({ text, level, isLabel }: Heading): string {
  const model = level === 1 && !isLabel ? R_VERSION : /$^/
  const name = (R_IN_DEVELOPMENT.exec(text) ?? model.exec(text))?.[1]
  if (name !== undefined) return `${name}(development version)`
  if (text.startsWith('[')) return text.includes('](') ? 'Unreleased' : '[Unreleased]'
  // Emphasis can be that of the name before the version, or the start of a link of reStructuredText.
  const emphasis = /^(?!.*`_)(\*\*|__|\*|_|`)(?=\[?(?:version |release )?v?\d)/i.exec(text)?.[1] ?? ''
  return `${emphasis}Unreleased${emphasis}${/\s*:$/.exec(text)?.[0] ?? ''}`
}
