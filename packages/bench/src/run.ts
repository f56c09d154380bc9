// The command `bench`. It prints every measurement as a table. Quote the ratios; the times depend on the machine.
import { measureGenerators } from './generators.ts'
import { measureLoad } from './load.ts'

console.log('One seeded draw of 5 of 300, key included:')
console.table(measureGenerators())
console.log('Processor time per request, against a bare Fastify route that sends a constant body as long:')
console.table(await measureLoad())
