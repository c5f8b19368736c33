/** `npm test`: builds what is stale, runs everything, and closes with one plain line that counts what was executed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, buildWhenStale, ROOT, run } from './steps.ts';

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	testResults: { status: string; name: string; assertionResults: unknown[] }[];
}

await buildWhenStale();
const given = process.argv.slice(2);
const code = await run(bin('vitest'), ['run', ...given]);
const report = JSON.parse(await readFile(join(ROOT, 'test-results/report.json'), 'utf8')) as Report;
// A file that could not even be loaded has no tests to count, and is a failure all the same.
const unloaded = report.testResults.filter(
	({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
const failed = report.numFailedTests + unloaded.length;
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped}`);
process.exitCode = code === 0 && failed === 0 && report.numPassedTests > 0 ? 0 : 1;
