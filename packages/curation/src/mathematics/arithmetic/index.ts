// The functions that the expressions of checks.json call; each export is in their scope under its own name. They count,
// list and approximate instead of using closed formulas, so that a check does not repeat the error of an answer.
export * from './counting.ts'
export * from './functions.ts'
export * from './numbers.ts'
export * from './statistics.ts'
export * from './vectors.ts'
