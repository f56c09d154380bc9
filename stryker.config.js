// Mutation testing of core and http: `npx -y pnpm@12 run mutation`. MUTATION_FOLDER narrows it to one folder,
// for example `MUTATION_FOLDER=core/src/questions`. The report is written to .mutation/report.html.
const folder = process.env.MUTATION_FOLDER ?? '{core,http}/src'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [`packages/${folder}/**/*.ts`, '!packages/**/*.test.ts', '!packages/**/testing.ts'],
  coverageAnalysis: 'perTest',
  // What runs when a module is loaded (schemas, tables) would need every test for each mutant.
  ignoreStatic: true,
  // TypeScript 7 has no API that Stryker could read a tsconfig with.
  tsconfigFile: 'none',
  incremental: true,
  incrementalFile: '.mutation/incremental.json',
  tempDirName: '.mutation/sandbox',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
  jsonReporter: { fileName: '.mutation/report.json' },
  htmlReporter: { fileName: '.mutation/report.html' },
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: false },
  ignorePatterns: ['dist', 'coverage', '.mutation'],
  thresholds: { high: 90, low: 85, break: null },
}
