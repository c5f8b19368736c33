/** Tests wait for conditions. A test that waits for a time, or asserts how long something took, fails on a busy machine. */
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** Timers that are no wait of a test. */
const PACED: Record<string, string> = {
	'tests/fixtures/voting/crowd.ts': 'a load: fans retry after a pause and vote at a rate, as browsers do',
	'tests/faults/voting.ts': 'a load: a fan looks at the chart twenty times a second, a page opens its live chart again',
	'tests/http/process/jobs.test.ts': 'a statement that is cut off holds its connection until the signal arrives',
};

/** Times that bound the length of a run and are no expectation. */
const TIMED: Record<string, string> = {
	'tests/faults/failover.test.ts':
		'there is no primary for a while, and the load lasts as long as FAILOVER_MINUTES says',
	'tests/faults/faults.test.ts': 'a fault lasts as long as FAULT_SECONDS says',
	'tests/http/voting/stress.test.ts': 'the load lasts as long as STRESS_MINUTES says',
};

const testFiles = async () => {
	const files = await trackedFiles(/^(?!tests\/promises\/)(?:tests\/.*\.ts|.*\.test\.tsx?)$/);
	// A clock in the test's hand costs no time.
	return files.filter(({ text }) => !text.includes('useFakeTimers'));
};

it('no test sleeps', async () => {
	const sleeping = /\bsetTimeout\(|timers\/promises|\bpg_sleep\b|waitForTimeout/;
	const files = await testFiles();
	expect(files.filter(({ name, text }) => sleeping.test(text) && !(name in PACED)).map(({ name }) => name)).toEqual([]);
});

it('no test asserts how long something took', async () => {
	const elapsed =
		/(?:performance|Date)\.now\(\)\s*-.*\)\s*\.(?:not\.)?to|toBe(?:LessThan|GreaterThan)\w*\([^;]*(?:performance\.now|Date\.now)\(\)\s*-|toBeCloseTo\([^;]*(?:performance|Date)\.now/;
	const files = await testFiles();
	const timed = files.flatMap(({ name, text }) =>
		text
			.split('\n')
			.filter((line) => line.includes('expect') && elapsed.test(line))
			.map((line) => `${name}: ${line.trim()}`),
	);
	expect(timed.filter((line) => !((line.split(':')[0] as string) in TIMED))).toEqual([]);
});
