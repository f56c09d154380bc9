// Tests read the sources of every package ("@qb/source"); only those of `e2e` run what tsc built. The timeouts are
// generous, because a busy machine must not fail a test.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const conditions = ['@qb/source', 'node']
/** Files that take more than about ten seconds, such as those of races, of processes that are killed and of corpora, or need a browser. */
const SLOW = '**/*.slow.test.ts'
/** Removes the temporary files of all tests at the end. */
const TEMPORARY = 'packages/e2e/src/temporary-folder.ts'
/** Extracts the browser, once before the first test. */
const BROWSER = 'packages/e2e/src/find-browser.ts'
/** The generator of types has another version of a dependency than other tests have. It must not share their modules. */
const GENERATOR = 'packages/client/src/testing/*.test.ts'

/** Short files that take long. */
const LONG = [
  'import/shapes.slow',
  'release-modes/crash.slow',
  'changelog-replicas.slow',
  'hostile-text.slow',
]

/** Starts the files that take long first. Otherwise vitest starts the largest files first, and a short one that takes long runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(name))
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    globalSetup: [TEMPORARY],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // More workers than processors, because many tests wait for a process, a clock or a browser.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts', '**/testing.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: ['packages/e2e/**', GENERATOR, SLOW, '**/node_modules/**'],
          // The files share their modules, which saves a third of the time. No module has state of its own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['packages/e2e/src/**/*.test.ts', GENERATOR], exclude: [SLOW] },
      },
      {
        extends: true,
        // Only a test that hangs reaches its timeout: a busy machine may be five times slower.
        test: {
          name: 'slow',
          globalSetup: [BROWSER],
          include: [`packages/*/src/${SLOW}`],
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
        },
      },
      // Slow tests, with more requests, another seed in each run, and more time.
      {
        extends: true,
        test: {
          name: 'fuzz',
          include: ['packages/e2e/src/fuzz/fuzz.slow.test.ts'],
          env: {
            FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '20000',
            FUZZ_SEED: process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31),
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: ['packages/e2e/src/soak/soak.slow.test.ts'],
          env: { SOAK_SECONDS: process.env.SOAK_SECONDS ?? '300' },
        },
      },
      {
        extends: true,
        test: { name: 'proxy', globalSetup: [BROWSER], include: ['packages/e2e/src/**/*.proxy-test.ts'] },
      },
    ],
  },
})
