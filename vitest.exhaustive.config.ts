import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.exhaustive.test.ts'],
    maxWorkers: '100%',
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
