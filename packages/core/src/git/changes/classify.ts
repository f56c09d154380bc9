// Maps a path to its category. The content of the file has no influence.
import picomatch from 'picomatch'
import type { ChangeCategory } from './change.ts'
import { CLASSIFICATION } from './classification.ts'

// `i` ignores case. `s` lets `**` match line breaks, which git allows in names.
const OPTIONS = { dot: true, flags: 'is' }

/** One expression for all patterns of a category, because a list of changes can have 50,000 paths. */
const MATCHERS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  expression: new RegExp(
    patterns.map((pattern) => picomatch.makeRe(pattern, OPTIONS).source).join('|'),
    'is',
  ),
}))

/**
 * Returns the category of the first row of {@link CLASSIFICATION} that matches a path, or `Feature`.
 * @param path relative to the root of the repository. The prefix `./` of an escaped path is ignored
 */
export function classifyPath(path: string): ChangeCategory {
  const unprefixed = path.replace(/^\.\//, '')
  return MATCHERS.find(({ expression }) => expression.test(unprefixed))?.category ?? 'Feature'
}
