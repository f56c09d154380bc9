// Finds the lines of a file that show that its versions are not understood, or are in another file.
import { isAnchor } from './blocks.ts'
import { startsWithDate } from './dates.ts'
import { type Heading, type LineMap, textAt } from './line-map.ts'
import type { LocatedHeading, readOutline } from './outline.ts'
import type { ChangelogDocument } from './parse.ts'
import { readHeading } from './version-heading.ts'

/** Text of another form: an item of a list of plain text, a file that is included, as in `.. include:: x`, or `\section{` of Rd. */
const FOREIGN_TEXT =
  /^(?:(?:\s{2,}[-*+o]|[ \t]o)\s|\s*(?:\.\.\s+\S+::|include::|\{%|-+8<-+|`{3,}\{|\\[a-z]+\{))/

/** The rules that a changelog follows, the tools that write it, and the links to them. */
const TOOL =
  '(?:keep-?a-?changelog|semver|calver|(?:common|conventional|auto)-changelog|conventional-?commits|(?:standard|commit-and-tag)-version|semantic-release|release-(?:please|it)|changesets|towncrier)'
const RULES = new RegExp(
  String.raw`https?:\/\/\S{0,300}?${TOOL}[^\s()]*|\b(?:keep a changelog|semantic versioning|semver)\W+(?:v|version )?\d[\d.]*|\b${TOOL}\b`,
  'gi',
)
/** A number of a version, but not one in a path or in a link. */
const VERSION = /(?<![\w/.-])v?\d+\.\d/i
/** The rest of a sentence. A full stop in a word, such as that of a file, does not end it. */
const REST = String.raw`(?:[^.!?]|[.!?](?=\S)){0,200}?`
const CHANGES = String.raw`\b(?:change|release|histor|news|log|version)`
const LEADS = String.raw`\b(?:see|go to|refer|visit|view|consult|browse|(?:is|are) (?:now )?(?:on|at|in)(?= (?:the )?(?:\[[^\]]*\]\((?!\))|https?:))|(?:moved|moving|found|available|located|(?:kept|published|listed|documented|tracked)(?= (?:at|in|on)))(?! (?:at|in|on) this))\b`
/** A sentence that leads to the changes, a path with their name, or a link in text that is not about the file. */
const ELSEWHERE = new RegExp(
  String.raw`${LEADS}${REST}${CHANGES}|${CHANGES}${REST}${LEADS}|\b(?:changes|changelog|history|news)\.(?:md|rst|txt|adoc|html?)\b|\bgithub releases\b|^(?!.*\b(?:this file|adheres|follows|based on)\b).*https?:`,
  'i',
)
const FILE = String.raw`\b(?:change-?log|document|file|history|notes|changes|releases|versions)`
const NEWER = String.raw`(?:\bfor (?:all |the |more )?(?:recent|newer|later|latest|current)\b(?! version of th)|${FILE} (?:since|from|after|as of|above|beyond|(?:newer|later|higher) than|starting (?:with|from)) \W{0,3}v?\d)`
/** “Since 2.0.0” at the start of a sentence, and “version 2.0.0 and later”. */
const SINCE = String.raw`(?:^|[.!?] )\W{0,9}(?:since|from|after|as of|(?:start|beginn)ing (?:with|from|in|at)) (?:version |release )?v?\d[\w.]*(?![\w.]| (?:to|until|through)\b)(?: on(?:wards?)?\b)?`
const AHEAD = String.raw`\b(?:going forward|from now on|henceforth|in (?:the )?future)\b`
const LATER = String.raw`(?:${AHEAD}|\b(?:for|in|of|versions?|releases?) v?\d[\w.]*(?:\+|,? (?:and|or) (?:up|later|newer|above|higher|onwards?|beyond)\b))`
/** A part of a sentence that is not about older versions. */
const THERE = String.raw`(?:(?!\b(?:older|earlier|previous|prior|before)\b)(?:[^.!?]|[.!?](?=\S))){0,200}?${LEADS}`
/** A sentence that leads to newer versions, or says that the file is no longer edited. */
const FROZEN = new RegExp(
  String.raw`^(?!.*\b(?:below|unreleased)\b).*(?:${NEWER}${THERE}|${LEADS}${REST}${NEWER})|^(?=.*\b(?:change|release|histor|news|github))(?!.*\b(?:below|unreleased|upgrad|migrat)).*(?:${SINCE}${THERE}|${LATER}${THERE}|${LEADS}${REST}${LATER})|(?:^\W*|${SINCE},? )(?:the |all |new )*${FILE} (?:is|are) (?:no longer|not) (?:being )?(?:documented|tracked|listed|recorded|kept|added|published|maintained|updated) (?:here|in this)\b|${FILE} (?:is|are) (?:no longer|not) (?:being )?(?:maintained|updated)\b|${FILE} (?:has|have|was|were|is|are) (?:been )?(?:moved|frozen|discontinued|(?<=(?:log|file|document|history) (?:has been|was|is) )deprecated)\b`,
  'i',
)

const NAME = String.raw`\W?[\w./-]*\w\.[a-z]{1,5}\b`
const UNTOUCHED = String.raw`(?:do not|don['’]t|never|(?:should|must) not(?: be)?)(?: manually| directly)? (?:edit|modif(?:y|ied))(?:ed)?(?: (?:this|the) (?:file|document|changelog)| it| manually| directly| by hand)*(?=[\W_]*(?:[.,;:!)]|--|$))`
/** A sentence that says that a tool writes the file, and would overwrite an edit. */
const GENERATED = new RegExp(
  String.raw`\b(?:${UNTOUCHED}|generated from (?:the )?(?:${NAME}|changesets?\b|(?:news|change(?:log)?)[- ]fragments\b)|edit (?:the )?${NAME}\W?(?: file)? (?:only|instead)\b)`,
  'i',
)

/** A sentence of a version that is about the changelog of the next ones. */
const TO_COME = new RegExp(String.raw`^(?=.*\b(?:change-?log|release (?:notes|history))\b).*${AHEAD}`, 'i')

/** A log of Subversion, git or Mercurial. The versions of its messages have no entries. */
const COMMIT_LOG = /^(?:r\d+ \| \S.* \| |commit [\da-f]{40}\b|changeset: +\d+:[\da-f]{12})/

/**
 * Finds the lines that may be versions: headings at the level of the versions that say nothing known, but have entries, or a number and other content; versions that were
 * announced; paragraphs that are versions above the first release; and, in a file without releases, such list items.
 */
export function findUnknownLines(
  map: LineMap,
  { headings, levels }: ReturnType<typeof readOutline>,
  contained: ReadonlySet<Heading>,
): number[] {
  const first = headings.find(({ meaning }) => meaning.kind === 'release')?.heading
  const unknown = headings.filter(
    ({ heading, meaning }, index) =>
      meaning.kind === 'abandoned' ||
      (meaning.kind === 'other' &&
        (levels.has(heading.level) || (!first && NUMBER.test(heading.text))) &&
        !TITLE.test(heading.text.trim()) &&
        !contained.has(heading) &&
        mayBeVersion(map, headings, index)),
  )
  // Below the first version, such texts are not decisive. Above it, a list item is an entry, unless the versions are such items.
  const bulletAt = (line: number) => /^ *[-*+] /.exec(textAt(map, line))?.[0]
  const bullet = first && bulletAt(first.firstLine)
  const texts = findTexts(map, first?.firstLine).filter(
    (line) => !first || map.kinds[line] !== 'list' || (bullet && bulletAt(line) === bullet),
  )
  return [...unknown.map(({ heading }) => heading.firstLine), ...texts].toSorted((a, b) => a - b)
}

/** Headings above the versions that are neither a version nor changes. */
const TITLE =
  /^(?:change[ -]?log(?: [-–—] \D*)?|release (?:notes|history)|history|key|legend|rules|(?:table of )?contents|introduction|overview|about(?: .*)?|(?:upgrading|migrating|migration)(?: .*)?)$/i

const LINK_INSIDE = /^\s*(?:$|[-*+] +\[[^[\]]*\]\(#[^()\s]*\)\W*$)/
const NUMBER = /\d+\.\d+|\d{4}/

/** Whether a heading has entries below it, or a number and other content. */
function mayBeVersion({ kinds, lines }: LineMap, headings: readonly LocatedHeading[], index: number) {
  const { heading } = headings[index] as LocatedHeading
  // The versions below a title do not belong to its content.
  const isBelow = (next: LocatedHeading) =>
    next.meaning.kind === 'other' && next.heading.level > heading.level
  let end = index + 1
  for (let next = headings[end]; next && isBelow(next); next = headings[end]) end++
  const content = kinds.slice(heading.lastLine + 1, headings[end]?.heading.firstLine ?? lines.length)
  // A list of links to parts of the file is a table of contents.
  const isEntry = (kind: string, at: number) =>
    kind === 'list' && !LINK_INSIDE.test(textAt({ lines }, heading.lastLine + 1 + at))
  return content.some(isEntry) || (NUMBER.test(heading.text) && content.some((kind) => kind !== 'blank'))
}

/** Finds paragraphs and list items that start with a version, not with a sentence about one, and those that are HTML, below an anchor. */
function findTexts({ kinds, lines }: LineMap, end: number | undefined): number[] {
  return lines.slice(0, end).flatMap(({ text }, line) => {
    const isRow =
      (kinds[line] === 'paragraph' && /^ {0,3}\|/.test(text)) ||
      (kinds[line] === 'html' && isAnchor(lines[line - 1]?.text ?? ''))
    const isStart = kinds[line] === 'paragraph' ? kinds[line - 1] !== 'paragraph' : kinds[line] === 'list'
    const content = isRow || isStart ? text.replace(/^[ \t]*(?:[-*+][ \t]+|\|)/, '').trim() : ''
    // Some parsers take `#1.2.0` for a heading, and a person takes `*1.2.0` for an item. CommonMark does not.
    const start = /^\W{0,4}(version|release)?\W{0,2}v?\d/i.exec(content)
    const series = end === undefined ? /[.-]x+(?![\w.-])/i : /$^/
    const reading = start && readHeading(content.replace(/^#+|^[*=~](?=[^*=~]*$)/, '').replace(series, '.0'))
    return reading?.kind === 'version' && !(start?.[1] && reading.otherWords > 0) ? line : []
  })
}

/** Finds the first line of text above a line that a test matches, with the next line, because a sentence can continue there. */
function findText(
  { lines, kinds, definitions }: ChangelogDocument,
  end: number,
  test: (text: string, next: string, line: number) => boolean,
): number | undefined {
  const hidden = new Set(definitions.map(({ line }) => line))
  const texts = lines.slice(0, end + 1).map(({ text }) => text.replaceAll(RULES, ''))
  return [...texts.keys()].slice(0, end).find((line) => {
    const isText = /^(?:paragraph|list|quote|html|code|fence)$/.test(kinds[line] ?? '') && !hidden.has(line)
    return isText && test(texts[line] ?? '', (kinds[line + 1] === kinds[line] && texts[line + 1]) || '', line)
  })
}

/** Finds the first line of a file without sections that may be a version or other content, or that leads elsewhere. */
export function findForeignLine(document: ChangelogDocument): number | undefined {
  const { sections, unknown, lines, kinds, headings } = document
  const log = lines.slice(0, sections[0]?.heading.firstLine).findIndex(({ text }) => COMMIT_LOG.test(text))
  if (log !== -1) return log
  if (sections.length > 0) return undefined
  const find = (test: (text: string, kind: string, line: number) => boolean) =>
    [...lines.keys()].find((line) => test(textAt(document, line), kinds[line] ?? '', line))
  const foreign = find(
    (text, kind, line) =>
      kind === 'list' ||
      line === headings[1]?.firstLine ||
      (/^(?:paragraph|fence)$/.test(kind) && FOREIGN_TEXT.test(text)) ||
      (kind === 'paragraph' && startsWithDate(text)) ||
      (kind === 'html' && /<(?:table|ul|ol|li|h[1-6])\b/i.test(text)),
  )
  const code = () => find((text, kind) => /^[ \t]/.test(text) && /^(?:code|paragraph)$/.test(kind))
  const isForeign = (text: string, next: string) => VERSION.test(text) || ELSEWHERE.test(`${text} ${next}`)
  return unknown[0] ?? foreign ?? findText(document, lines.length, isForeign) ?? code()
}

/** Finds the line above the sections, or below the last list, that says that a tool writes the file. −1 when there is none. */
export function findGeneratedLine({ lines, kinds, sections }: ChangelogDocument): number {
  const top = sections[0]?.heading.firstLine ?? lines.length
  const last = kinds.findLastIndex((kind) => kind === 'list' || kind === 'heading')
  const isBelow = (line: number) => kinds[last] === 'list' && line > last && kinds[line] === 'paragraph'
  return lines.findIndex(({ text }, line) => (line < top || isBelow(line)) && GENERATED.test(text))
}

/** Finds the line above the sections, or in a version above all others, that says that the newer versions are in another place. */
export function findFrozenLine(document: ChangelogDocument): number | undefined {
  const [first] = document.sections
  const top = first?.heading.firstLine ?? 0
  const end = first?.meaning.kind === 'release' ? first.endLine : top
  return findText(document, end, (text, next, line) => {
    const both = `${text} ${next}`
    return (line < top || TO_COME.test(both)) && FROZEN.test(both)
  })
}
