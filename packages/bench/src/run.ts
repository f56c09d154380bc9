// Implements the command `bench`, which prints all measurements as tables. Only the ratios are comparable
// between machines.
import { measureGenerators } from './generators.ts'
import { measureLoad } from './load.ts'

console.log('Time of a seeded draw of 5 of 300 items, including the derivation of the key:')
console.table(measureGenerators())
console.log('CPU time per request, compared with a bare Fastify route that sends a body of the same length:')
console.table(await measureLoad())
