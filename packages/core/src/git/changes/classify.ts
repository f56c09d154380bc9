// Maps a path to its category. Only the path counts, never the content of the file.
import picomatch from 'picomatch'
import type { ChangeCategory } from './change.ts'
import { CLASSIFICATION } from './classification.ts'

// `i` ignores case. git allows line breaks in names, and `**` matches them only with `s`.
const OPTIONS = { dot: true, flags: 'is' }

const MATCHERS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  matches: picomatch([...patterns], OPTIONS),
}))

/**
 * The category of a path: that of the first row of {@link CLASSIFICATION} that matches, `Feature` when no row does.
 * @param path relative to the root of the repository; the `./` that begins an escaped path is ignored
 */
export function classifyPath(path: string): ChangeCategory {
  const plain = path.replace(/^\.\//, '')
  return MATCHERS.find(({ matches }) => matches(plain))?.category ?? 'Feature'
}
