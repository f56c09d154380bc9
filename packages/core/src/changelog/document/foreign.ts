// Finds the lines of a file that show that its versions are not understood, or are in another file.
import { startsWithDate } from './dates.ts'
import type { ChangelogDocument } from './parse.ts'

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
  String.raw`^(?!.*\b(?:below|unreleased)\b).*(?:${NEWER}${THERE}|${LEADS}${REST}${NEWER})|^(?=.*\b(?:change|release|histor|news|github))(?!.*\b(?:below|unreleased|upgrad|migrat)).*(?:${SINCE}${THERE}|${LATER}${THERE}|${LEADS}${REST}${LATER})|(?:^\W*|${SINCE},? )(?:the |all |new )*${FILE} (?:is|are) (?:no longer|not) (?:being )?(?:documented|tracked|listed|recorded|kept|added|published|maintained|updated) (?:here|in this)\b|${FILE} (?:is|are) (?:no longer|not) (?:being )?(?:maintained|updated)\b|${FILE} (?:has|have|was|were|is|are) (?:been )?(?:moved|frozen|discontinued)\b`,
  'i',
)

const NAME = String.raw`\W?[\w./-]*\w\.[a-z]{1,5}\b`
const UNTOUCHED = String.raw`(?:do not|don['’]t|never|(?:should|must) not be)(?: manually| directly)? (?:edit|modif(?:y|ied))(?:ed)?(?: (?:this|the) (?:file|document|changelog)| it| manually| directly| by hand)*(?=[\W_]*(?:[.,;:!)]|--|$))`
/** A sentence that says that a tool writes the file, and would overwrite an edit. */
const GENERATED = new RegExp(
  String.raw`\b(?:${UNTOUCHED}|generated from (?:the )?${NAME}|edit (?:the )?${NAME}\W?(?: file)? (?:only|instead)\b)`,
  'i',
)

/** A sentence of a version that is about the changelog of the next ones. */
const TO_COME = new RegExp(String.raw`^(?=.*\b(?:change-?log|release (?:notes|history))\b).*${AHEAD}`, 'i')

/** A log of Subversion, git or Mercurial. The versions of its messages have no entries. */
const COMMIT_LOG = /^(?:r\d+ \| \S.* \| |commit [\da-f]{40}\b|changeset: +\d+:[\da-f]{12})/

/** Finds the first line of text above a line that a test matches, with the next line, because a sentence can continue there. */
function findText(
  { lines, kinds, definitions }: ChangelogDocument,
  end: number,
  test: (text: string, next: string, line: number) => boolean,
): number | undefined {
  const hidden = new Set(definitions.map(({ line }) => line))
  const texts = lines.slice(0, end + 1).map(({ text }) => text.replaceAll(RULES, ''))
  const found = texts.slice(0, end).findIndex((text, line) => {
    const isText = /^(?:paragraph|list|quote|html|code|fence)$/.test(kinds[line] ?? '') && !hidden.has(line)
    return isText && test(text, kinds[line + 1] === kinds[line] ? (texts[line + 1] ?? '') : '', line)
  })
  return found === -1 ? undefined : found
}

/** Finds the first line of a file without sections that may be a version or other content, or that leads elsewhere. */
export function findForeignLine(document: ChangelogDocument): number | undefined {
  const { sections, unknown, lines, kinds, headings } = document
  const log = lines.slice(0, sections[0]?.heading.firstLine).findIndex(({ text }) => COMMIT_LOG.test(text))
  if (log !== -1) return log
  if (sections.length > 0) return undefined
  const foreign = lines.findIndex(
    ({ text }, line) =>
      kinds[line] === 'list' ||
      line === headings[1]?.firstLine ||
      (/^(?:paragraph|fence)$/.test(kinds[line] ?? '') && FOREIGN_TEXT.test(text)) ||
      (kinds[line] === 'paragraph' && startsWithDate(text)) ||
      (kinds[line] === 'html' && /<(?:table|ul|ol|li|h[1-6])\b/i.test(text)),
  )
  if (unknown[0] !== undefined || foreign !== -1) return unknown[0] ?? foreign
  const isForeign = (text: string, next: string) => VERSION.test(text) || ELSEWHERE.test(`${text} ${next}`)
  const code = lines.findIndex(
    ({ text }, line) => /^[ \t]/.test(text) && /^(?:code|paragraph)$/.test(kinds[line] ?? ''),
  )
  return findText(document, lines.length, isForeign) ?? (code === -1 ? undefined : code)
}

/** Finds the line above the sections that says that a tool writes the file. −1 when there is none. */
export function findGeneratedLine({ lines, sections }: ChangelogDocument): number {
  return lines.slice(0, sections[0]?.heading.firstLine).findIndex(({ text }) => GENERATED.test(text))
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
