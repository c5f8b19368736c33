/** Checks code conventions that a program can enforce. */
import { iso31661 } from 'iso-3166';
import { expect, it } from 'vitest';
import { countryCodes } from '#contract/values/countries.ts';
import { trackedFiles, type TrackedFile } from './tracked-files.ts';

const SWITCHED_OFF =
	/\b(?:it|test|describe)\.(?:skip|only|todo)\b|@ts-(?:ignore|expect-error)|\bas any\b|: any\s*[;,)=>\]]|oxlint-disable/;
const SLEEPS = /\bsetTimeout\(|timers\/promises|\bpg_sleep\b|waitForTimeout/;
const TAKES_TIME =
	/expect.*(?:(?:performance|Date)\.now\(\)\s*-.*\)\s*\.(?:not\.)?to|toBe(?:LessThan|GreaterThan)\w*\([^;]*(?:performance\.now|Date\.now)\(\)\s*-|toBeCloseTo\([^;]*(?:performance|Date)\.now)/;

/** Timers that are no wait of a test, and times that bound the length of a run. */
const PACED: Record<string, string> = {
	'tests/fixtures/voting/crowd.ts': 'a load: fans retry after a pause and vote at a rate, as browsers do',
	'tests/faults/voting.ts': 'a load: a fan looks at the chart twenty times a second, a page opens its live chart again',
	'tests/http/process/jobs.test.ts': 'a statement that is cut off holds its connection until the signal arrives',
	'tests/faults/failover.test.ts': 'the load lasts as long as FAILOVER_MINUTES says, without a primary for a while',
	'tests/faults/faults.test.ts': 'a fault lasts as long as FAULT_SECONDS says',
};

it.each<[string, RegExp, (file: TrackedFile) => boolean]>([
	[
		'no file above 350 lines leaves its opening comment without the reason',
		/\.(ts|tsx|css|mjs)$/,
		({ text }) => text.split('\n').length > 351 && !/\blong because\b/i.test(text.slice(0, 1000)),
	],
	[
		'no test is skipped or focused, and no type or lint rule switched off',
		/^(?!tests\/promises\/).*\.tsx?$/,
		({ text }) => SWITCHED_OFF.test(text),
	],
	[
		'no test waits for a time, or asserts how long something took',
		/^(?!tests\/promises\/)(?:tests\/.*\.ts|.*\.test\.tsx?)$/,
		// A clock in the test's hand costs no time.
		({ name, text }) =>
			!PACED[name] &&
			!text.includes('useFakeTimers') &&
			text.split('\n').some((line) => SLEEPS.test(line) || TAKES_TIME.test(line)),
	],
	[
		'the server reads the environment in one place',
		/^server\/(?!config\/config\.ts$).*\.ts$/,
		({ text }) => text.includes('process.env'),
	],
	['the lock file names no download address', /^package-lock\.json$/, ({ text }) => text.includes('"resolved"')],
])('%s', async (_, names, isWrong) => {
	const files = await trackedFiles(names);
	expect(files).not.toEqual([]);
	expect(files.filter(isWrong).map(({ name }) => name)).toEqual([]);
});

it('the contract knows the countries of ISO 3166-1', () => {
	const assigned = iso31661.filter(({ state }) => state === 'assigned').map(({ alpha2 }) => alpha2);
	expect([...countryCodes]).toEqual(assigned.toSorted());
});
