/**
 * The suites: what runs in Node beside the code it tests, the house's own rules, faults, and journeys through a real browser.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const MINUTE = 60_000;
/** Tests share two cores with a database. Many of them wait: for a lock, a process, the end of a fault. */
const WORKERS = 3;
/** A browser beside them does not wait. */
const WORKERS_WITH_BROWSER = 2;
/** Files of a worker share its modules, and a browser: loading and compiling them costs more than a site of a file's own. */
const ISOLATED = false;
/** As the browser's own waiting: a busy machine is no failure. */
const PATIENT = { timeout: 15_000 };

/** These take longest, and their size does not show it. Begun last, one would run alone at the end. */
const LONG =
	/\/(?:accessibility|carrier|content|crashes|drafts|every-page|failover|faults|fuzz|interleavings|languages|moments|month|new-noun|new-site|outside|removed-meanwhile|rendered|rolling-upgrade|start|transparency|twice-at-once|two-devices|vote-proofs)\.test\.ts$/;

/** Processes that start, race and are killed: minutes of both cores too, run as drills are. */
const HEAVY = [
	'tests/http/process/*.test.ts',
	'server/db/embedded.test.ts',
	'tests/http/edge/fuzz.test.ts',
	'tests/http/interleaved/*.test.ts',
	'tests/http/voting/interleavings.test.ts',
	'tests/http/payments/interleavings.test.ts',
	'public-log/tests/crashes.test.ts',
];

/** Every screen in both themes, widths and all languages, and a build of its own: minutes of a browser, as drills are. */
const SWEEPS = [
	'tests/journeys/{console,site}/accessibility.test.ts',
	'tests/journeys/console/new-noun.test.ts',
	'tests/journeys/site/{every-page,languages}.test.ts',
];

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await BaseSequencer.prototype.sort.call(this, files);
		const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
		return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
	}
}

export default defineConfig({
	test: {
		sequence: { sequencer: LongestFirst },
		reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]],
		projects: [
			{
				test: {
					name: 'node',
					maxWorkers: WORKERS,
					isolate: ISOLATED,
					include: [
						'{public-log,contract,server,client,ui,web,console,demo,emulators,build,scripts,bench}/**/*.test.ts',
						'testkit/**/*.test.ts',
						'tests/{fixtures,http}/**/*.test.ts',
					],
					exclude: HEAVY,
					globalSetup: ['tests/fixtures/database/server.ts'],
					testTimeout: 3 * MINUTE,
					hookTimeout: 3 * MINUTE,
					expect: { poll: PATIENT },
				},
			},
			{
				test: {
					name: 'promises',
					maxWorkers: WORKERS,
					isolate: ISOLATED,
					include: ['tests/promises/**/*.test.ts'],
					testTimeout: MINUTE,
				},
			},
			{
				test: {
					// Minutes of both cores: not of `npm test`, but of .ci/run. See scripts/test.ts.
					name: 'drills',
					maxWorkers: WORKERS_WITH_BROWSER,
					include: ['tests/month/*.test.ts', 'tests/faults/**/*.test.ts', ...HEAVY, ...SWEEPS],
					globalSetup: ['tests/fixtures/database/server.ts', 'tests/fixtures/browser/pages.ts'],
					testTimeout: 3 * MINUTE,
					hookTimeout: 3 * MINUTE,
					expect: { poll: PATIENT },
				},
			},
			{
				test: {
					name: 'journeys',
					maxWorkers: WORKERS_WITH_BROWSER,
					include: ['tests/journeys/**/*.test.ts'],
					exclude: SWEEPS,
					globalSetup: ['tests/fixtures/database/server.ts', 'tests/fixtures/browser/pages.ts'],
					testTimeout: 2 * MINUTE,
					hookTimeout: 2 * MINUTE,
					// Each look at a page costs both processes more than a wait does.
					expect: { poll: { ...PATIENT, interval: 100 } },
					// A browser on a busy machine is late now and then. `npm test` names each test that needed the second try.
					retry: 1,
					// After all else: a browser beside a process that is killed and started again would wait for it.
					sequence: { groupOrder: 1 },
					isolate: ISOLATED,
				},
			},
		],
	},
});
