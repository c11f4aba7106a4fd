import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tool } from './run.mjs';

/**
 * Runs vitest with its usual output and counts the tests. A file that does not load counts as one failure.
 * @param {string[]} args e.g. a config or folders
 * @param {Record<string, string>} [env]
 * @param {number} [log] an open file that gets its output
 * @returns {Promise<{ passed: number, failed: number, isGood: boolean }>}
 */
export async function runVitest(args, env, log) {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const code = await tool('vitest', 'vitest', ['run', ...reporters, ...args], { env, log });
    const counts = countTests(report);
    // Without a report vitest itself fell over, whatever its exit code says.
    return { passed: 0, failed: 0, ...counts, isGood: code === 0 && counts !== null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countTests(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  } catch {
    return null;
  }
}
