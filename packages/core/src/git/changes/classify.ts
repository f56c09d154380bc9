// Maps a path to its category. The content of the file has no influence.
import picomatch from 'picomatch'
import type { ChangeCategory } from './change.ts'
import { CLASSIFICATION } from './classification.ts'

// `i` ignores case. `s` lets `**` match line breaks, which git allows in names.
// Without `fastpaths`, the expression of a simple pattern can be a part of another one.
const OPTIONS = { dot: true, flags: 'is', fastpaths: false }

/** The start of every pattern: any number of folders. */
const ANY_FOLDERS = '**/'

/** One expression for all patterns of a category, because a list of changes can have 50,000 paths. */
const MATCHERS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  // The folders are matched once, not once per pattern. A path of git has no folder `.` or `..`.
  expression: new RegExp(`^(?:.*/)?(?:${patterns.map(toSource).join('|')})$`, 'is'),
}))

/** Returns the expression of a pattern, without its start. @throws Error for a pattern with a different start */
function toSource(pattern: string): string {
  if (!pattern.startsWith(ANY_FOLDERS)) throw new Error(`expected ${ANY_FOLDERS} at the start of ${pattern}`)
  return picomatch.makeRe(pattern.slice(ANY_FOLDERS.length), OPTIONS).source.slice('^'.length, -'$'.length)
}

/**
 * Returns the category of the first row of {@link CLASSIFICATION} that matches a path, or `Feature`.
 * @param path relative to the root of the repository. The prefix `./` of an escaped path is ignored
 */
export function classifyPath(path: string): ChangeCategory {
  const unprefixed = path.replace(/^\.\//, '')
  return MATCHERS.find(({ expression }) => expression.test(unprefixed))?.category ?? 'Feature'
}
