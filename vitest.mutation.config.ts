// The unit tests that `mutation` runs: those of the packages whose code it changes. Tests that measure time are left
// out, because mutated sources are instrumented and slower.
import { defineConfig } from 'vitest/config'

const conditions = ['@qb/source', 'node']
const folder = process.env.MUTATION_FOLDER ?? '{core,http}/src'

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: [`packages/${folder}/**/*.test.ts`],
    exclude: [
      '**/node_modules/**',
      '**/large-files.slow.test.ts',
      '**/hostile-text.slow.test.ts',
      '**/read/limits.test.ts',
    ],
  },
})
