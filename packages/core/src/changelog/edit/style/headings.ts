// Writes headings of categories and versions in the style of the file.
import { type ChangelogDocument, type Heading, readAtxHeading, type Section } from '../../document/index.ts'

/** The newest versions whose categories can have the level of their version. In older ones, such headings mean something else. */
const MAX_MODELS = 5

/** The characters of underlines by level. Deeper levels have none. */
const UNDERLINES: Readonly<Record<number, string>> = { 1: '=', 2: '-' }

/** Maximum level of a heading. */
const MAX_LEVEL = 6

/** The heading line of a new category, in the style of the other categories of the file. */
export function categoryHeading(document: ChangelogDocument, section: Section, name: string): string {
  const { model, depth } = findCategoryModel(document, section)
  const { level } = section.heading
  if (!model || model.isSetext) return `${'#'.repeat(Math.min(MAX_LEVEL, level + depth))} ${name}`
  const line = document.lineMap.lines[model.firstLine]?.text ?? ''
  if (model.isLabel) return line.replace(model.text, () => name).trimEnd()
  const start = line.indexOf('#')
  const hashes = '#'.repeat(Math.min(MAX_LEVEL, level + depth))
  const closing = /[ \t]#+[ \t]*$/.exec(line)?.[0]
  const text = line
    .slice(start + model.level)
    .replace(model.text, () => name)
    .trimEnd()
  const closed = closing && depth + level !== model.level ? text.replace(/#+$/, hashes) : text
  return line.slice(0, start) + hashes + closed
}

/**
 * The heading that new categories resemble, and how much deeper than their version they are. The depth is that below versions
 * of the same level: below a version of another level, it can differ.
 */
function findCategoryModel({ sections }: ChangelogDocument, section: Section) {
  const { level } = section.heading
  const near = [section, ...sections.filter((other) => other !== section)]
  const all = near.flatMap(({ heading, categories }, index) =>
    categories
      .filter((one) => one.heading.text !== '')
      .map((one) => ({
        model: one.heading,
        versionLevel: heading.level,
        isFilled: one.endLine > one.heading.lastLine + 1,
        isRecent: index < MAX_MODELS,
      })),
  )
  const byPreference = [...all.filter(({ isFilled }) => isFilled), ...all.filter(({ isFilled }) => !isFilled)]
  const depthOf = ({ model }: { model: Heading }) => model.level - level
  const same = byPreference.find(
    (one) =>
      one.versionLevel === level && (depthOf(one) > 0 || (depthOf(one) === 0 && level >= 3 && one.isRecent)),
  )
  return same
    ? { model: same.model, depth: depthOf(same) }
    : { model: byPreference.find(({ model }) => model.level > level)?.model, depth: 1 }
}

/**
 * The lines of a heading with a different text, in the style of the heading.
 * @param level by default that of the heading
 */
export function rewriteHeading(
  document: ChangelogDocument,
  heading: Heading,
  text: string,
  level: number = heading.level,
): string[] {
  const { lines } = document.lineMap
  if (heading.isSetext) {
    const underline = (lines[heading.lastLine]?.text ?? '').trim()
    const length = hasFixedUnderline(document) ? underline.length : [...text].length
    const character = UNDERLINES[level] ?? underline[0] ?? '-'
    return [text, character.repeat(length)]
  }
  const line = lines[heading.firstLine]?.text ?? ''
  const closing = /[ \t]#+[ \t]*$/.exec(line)?.[0].trimEnd() ?? ''
  const hashes = '#'.repeat(level)
  const indent = /^ */.exec(line)?.[0] ?? ''
  const sized = level === heading.level ? closing : closing.replace(/#+$/, hashes)
  return [`${indent}${hashes} ${text}${readAtxHeading(line) ? sized : ''}`]
}

/** Whether most underlines of versions have one length, although their texts have several. */
function hasFixedUnderline({ sections, lineMap }: ChangelogDocument): boolean {
  const setext = sections.map(({ heading }) => heading).filter(({ isSetext }) => isSetext)
  const lengthOf = ({ lastLine }: Heading) => lineMap.lines[lastLine]?.text.trim().length ?? 0
  const model = setext.at(-1)
  const alike = setext.filter((heading) => model && lengthOf(heading) === lengthOf(model))
  return alike.length > setext.length * 0.8 && new Set(alike.map(({ text }) => text.length)).size > 1
}

/**
 * The text of an Unreleased heading without a version. It has the brackets and the emphasis of `heading`. The brackets of an
 * inline link are left out, because its target is not known.
 */
export function plainUnreleasedText({ text }: Heading): string {
  if (text.startsWith('[')) return text.includes('](') ? 'Unreleased' : '[Unreleased]'
  const emphasis = /^(\*\*|__|\*|_|`)(?=\S)/.exec(text)?.[1] ?? ''
  return `${emphasis}Unreleased${emphasis}`
}
