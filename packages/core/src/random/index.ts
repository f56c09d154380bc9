// Turns a seed into an order: seed → key → words → order. docs/seed-contract.md specifies each step.
export * from './order.ts'
export * from './seed.ts'
