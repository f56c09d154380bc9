// The command `bench`: every measurement, as tables. Quote the ratios; the times are this machine's.
import { measureGenerators } from './generators.ts'
import { measureLoad } from './load.ts'

console.log('One seeded draw of 5 of 300, key included:')
console.table(measureGenerators())
console.log('Processor time per request, against a bare Fastify route that sends a constant body as long:')
console.table(await measureLoad())
