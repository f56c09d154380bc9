// Exports the functions that the expressions in checks.json can call by name. They count, list and
// approximate instead of using closed formulas, so that a check does not repeat the mistake of an answer.
export * from './counting.ts'
export * from './functions.ts'
export * from './numbers.ts'
export * from './statistics.ts'
export * from './vectors.ts'
