// Maps a path to its category. The content of the file has no influence.
import picomatch from 'picomatch'
import type { ChangeCategory } from './change.ts'
import { CLASSIFICATION } from './classification.ts'

// `i` ignores case. `s` lets `**` match line breaks, which git allows in names.
const OPTIONS = { dot: true, flags: 'is' }

const MATCHERS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  matches: picomatch([...patterns], OPTIONS),
}))

/**
 * Returns the category of the first row of {@link CLASSIFICATION} that matches a path, or `Feature`.
 * @param path relative to the root of the repository. The prefix `./` of an escaped path is ignored
 */
export function classifyPath(path: string): ChangeCategory {
  const unprefixed = path.replace(/^\.\//, '')
  return MATCHERS.find(({ matches }) => matches(unprefixed))?.category ?? 'Feature'
}
