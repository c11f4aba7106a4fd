/**
 * How much of something a test does: a slice in `npm test`, all of it in `npm run test:all` (PLIANT_ALL=1), which runs at night.
 * CONTRIBUTING.md lists the tests that use it.
 */
export const effort = <T>(slice: T, all: T): T => (process.env.PLIANT_ALL === '1' ? all : slice);
