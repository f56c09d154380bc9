// Maps a path to its category. The content of the file has no influence. A list of changes can have 50,000 paths in a few
// folders. So what a folder matches is found once, and the name of a file is matched without its folders.
import picomatch from 'picomatch'
import type { ChangeCategory } from './change.ts'
import { CLASSIFICATION } from './classification.ts'

// `i` ignores case. `s` lets `**` match line breaks, which git allows in names.
// Without `fastpaths`, the expression of a simple pattern can be a part of another one.
const FLAGS = 'is'
const OPTIONS = { dot: true, flags: FLAGS, fastpaths: false }

/** The start of every pattern: any number of folders. */
const ANY_FOLDERS = '**/'
/** The end of a pattern for a folder. */
const ANY_CONTENT = '/**'
/** Matches a pattern for a name, or for a folder and everything in it. It has no other `/`. */
const ONE_PART = /^[^/]*(\/\*\*)?$/
/** The start of the name of a row's group. */
const GROUP = 'row'
const NO_ROW = CLASSIFICATION.length

/** Matches the name of a file. A pattern for a folder also matches a file with its name. */
const NAME = toExpression('', (end) => (ONE_PART.test(end) ? end : undefined))
/** Matches the path of a folder. */
const FOLDER = toExpression('(?:.*/)?', (end) =>
  ONE_PART.test(end) && end.endsWith(ANY_CONTENT) ? end : undefined,
)
/** Matches a whole path, with the patterns of several parts. */
const PATH = toExpression('(?:.*/)?', (end) => (ONE_PART.test(end) ? undefined : end))
/** Matches the folder of a path that {@link PATH} can match. */
const FOLDER_OF_PATH = toExpression('(?:.*/)?', (end) =>
  ONE_PART.test(end) ? undefined : end.slice(0, end.indexOf('/')) + ANY_CONTENT,
)

/**
 * Creates one expression for the patterns of all rows. It has a group for each row, in order, so the group that matches is that
 * of the first row.
 * @param start the source of what precedes a pattern
 * @param select returns the pattern to match, given what follows the start of a pattern; undefined for none
 */
function toExpression(start: string, select: (end: string) => string | undefined): RegExp {
  const rows = CLASSIFICATION.flatMap(({ patterns }, row) => {
    const sources = patterns.flatMap((pattern) => select(withoutStart(pattern)) ?? []).map(toSource)
    return sources.length === 0 ? [] : `(?<${GROUP}${row}>${start}(?:${sources.join('|')}))`
  })
  return new RegExp(`^(?:${rows.join('|')})$`, FLAGS)
}

/** Removes the start of a pattern. @throws Error for a pattern with a different start */
function withoutStart(pattern: string): string {
  if (!pattern.startsWith(ANY_FOLDERS)) throw new Error(`expected ${ANY_FOLDERS} at the start of ${pattern}`)
  return pattern.slice(ANY_FOLDERS.length)
}

function toSource(pattern: string): string {
  return picomatch.makeRe(pattern, OPTIONS).source.slice('^'.length, -'$'.length)
}

/** The index of the first row that matches a text, or {@link NO_ROW}. */
function findRow(expression: RegExp, text: string): number {
  const groups = expression.exec(text)?.groups ?? {}
  const name = Object.keys(groups).find((key) => groups[key] !== undefined)
  return name === undefined ? NO_ROW : Number(name.slice(GROUP.length))
}

/** What is known of a folder. */
interface Folder {
  /** The first row that contains everything in it, or {@link NO_ROW}. */
  readonly row: number
  /** Whether {@link PATH} can match a path in it. */
  readonly canMatchPath: boolean
}

/** Creates a function that returns what {@link classifyPath} returns. It keeps what it finds of folders. */
export function createClassifier(): (path: string) => ChangeCategory {
  const folders = new Map<string, Folder>()
  const findFolder = (path: string): Folder => {
    const known = folders.get(path)
    if (known) return known
    const folder = { row: findRow(FOLDER, path), canMatchPath: FOLDER_OF_PATH.test(path) }
    folders.set(path, folder)
    return folder
  }
  return (escaped) => {
    const path = escaped.startsWith('./') ? escaped.slice('./'.length) : escaped
    const nameStart = path.lastIndexOf('/') + 1
    const folder = findFolder(path.slice(0, Math.max(0, nameStart - 1)))
    const ofName = findRow(NAME, path.slice(nameStart))
    const ofPath = folder.canMatchPath ? findRow(PATH, path) : NO_ROW
    return CLASSIFICATION[Math.min(folder.row, ofName, ofPath)]?.category ?? 'Feature'
  }
}

/**
 * Returns the category of the first row of {@link CLASSIFICATION} that matches a path, or `Feature`.
 * @param path relative to the root of the repository. The prefix `./` of an escaped path is ignored
 */
export function classifyPath(path: string): ChangeCategory {
  return createClassifier()(path)
}
