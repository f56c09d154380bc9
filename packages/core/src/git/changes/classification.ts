// Gives each path its category by the table in classification.json. The first row that matches a path determines the category;
// the content of the file has no influence. docs/classification.md contains the same table and explains the order. A test compares
// the two.
import picomatch from 'picomatch'
import rows from './classification.json' with { type: 'json' }

/** The categories of paths. */
export const CATEGORIES = ['Documentation', 'Security', 'Tests', 'Configuration', 'Feature'] as const
export type ChangeCategory = (typeof CATEGORIES)[number]

/** One row of the table. A path that matches one of its patterns, and no earlier row, has its category. */
interface ClassificationRow {
  readonly category: ChangeCategory
  /** The files that the row is for, as in docs/classification.md. */
  readonly description: string
  /** Glob patterns of picomatch for the whole path. */
  readonly patterns: readonly string[]
}

/** The rows in order of precedence. Patterns ignore case, and their wildcards match a leading dot. */
export const CLASSIFICATION = rows as readonly ClassificationRow[]

// `i` ignores case. `s` lets `**` match line breaks, which git allows in names. Without `fastpaths`, the expression of a simple
// pattern can be a part of another one.
const OPTIONS = { dot: true, flags: 'is', fastpaths: false }

const ROWS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  expression: toExpression(patterns),
}))

/** Creates one expression for the patterns of a row. Each starts with any number of folders, which are matched once. */
function toExpression(patterns: readonly string[]): RegExp {
  const ends = patterns.map((pattern) => picomatch.makeRe(pattern.replace('**/', ''), OPTIONS).source)
  return new RegExp(`^(?:.*/)?(?:${ends.map((end) => end.slice(1, -1)).join('|')})$`, OPTIONS.flags)
}

/** Returns the category of a path from the root of the repository. The prefix `./` of an escaped path is ignored. */
export function classifyPath(path: string): ChangeCategory {
  const plain = path.startsWith('./') ? path.slice('./'.length) : path
  return ROWS.find(({ expression }) => expression.test(plain))?.category ?? 'Feature'
}
