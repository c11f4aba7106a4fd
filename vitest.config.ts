import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['pliant-source'] },
  ssr: { resolve: { conditions: ['pliant-source'] } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
