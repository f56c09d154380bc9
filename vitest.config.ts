// Tests read the sources of every package ("@qb/source"); only e2e runs what tsc built.
import { defineConfig } from 'vitest/config'

const conditions = ['@qb/source', 'node']

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts', '**/testing.ts'] },
  },
})
