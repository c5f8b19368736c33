/** `npm test`: builds what is stale, runs everything, and closes with one plain line that counts what was executed. */
import './lib/refusals.ts';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import { type Outcome, specification, unprovenRows } from '../testkit/spec/proof.ts';
import { bin, buildWhenStale, ROOT, run } from './lib/steps.ts';

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	testResults: { status: string; name: string; assertionResults: (Outcome & { failureMessages: string[] })[] }[];
}

await buildWhenStale();
const given = process.argv.slice(2);
// Drills are `npm run test:drills`: beside browsers, they would slow both down. `npm run check` has the house's promises.
const parts = given.length > 0 ? given : ['--project', '!drills', '--project', '!promises'];
const file = join(ROOT, 'test-results/report.json');
await rm(file, { force: true });
const code = await run(bin('vitest'), ['run', ...parts]);
const text = await readFile(file, 'utf8').catch(() => {
	throw new StartRefused('The tests did not run to their end: vitest says why above');
});
const report = JSON.parse(text) as Report;
// A file that could not be loaded, or whose setup failed, has no failed test to count and is a failure all the same.
const unplayed = report.testResults.filter(
	({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
);
const failed = report.numFailedTests + unplayed.length;
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
// A part of the suite proves a part of the specification: only a full run is held against all of it.
const unproven = given.length > 0 ? [] : unprovenRows(specification, outcomesOf(report));
for (const { status, fullName, failureMessages } of outcomesOf(report)) {
	if (status === 'passed' && failureMessages[0])
		console.log(`second try: ${fullName}: ${failureMessages[0].split('\n')[0]}`);
}
for (const line of unproven) console.error(`specification: ${line}`);
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped}`);
process.exitCode = code === 0 && failed === 0 && unproven.length === 0 && report.numPassedTests > 0 ? 0 : 1;

function outcomesOf({ testResults }: Report) {
	return testResults.flatMap(({ assertionResults }) => assertionResults);
}
