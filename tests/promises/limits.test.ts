/**
 * Tests, drills, the simulation and the benchmarks run on the limits that a site has by default. Where one needs more, the
 * default is wrong, or a comment right above says why, beginning "Above the default".
 */
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { trackedFiles } from './tracked-files.ts';

const { limits, voting } = readConfig({ PUBLIC_URL: 'http://localhost:3000' });
const DEFAULTS: Record<string, number> = {
	READS_PER_MINUTE: limits.readsPerMinute,
	MONEY_PER_MINUTE: limits.moneyPerMinute,
	VOTE_REQUESTS_PER_SECOND: voting.requestsPerSecond,
	CONNECTIONS_MAX: limits.connections,
};
/** Settings that no variable has, as `constants` of a site. */
const CONSTANTS: Record<string, number> = {
	...limits,
	requestsPerSecond: voting.requestsPerSecond,
	requestsBurst: voting.requestsBurst,
	queueMax: voting.queueMax,
};
const LINES_ABOVE = 3;

const SETTING = new RegExp(`\\b(${Object.keys(DEFAULTS).join('|')})\\b['"]?\\s*[:=]\\s*([^,}\\n;]+)`, 'g');
const CONSTANT = new RegExp(`\\b(${Object.keys(CONSTANTS).join('|')}): ([\\d_e]+)`, 'g');

/** Undefined for what only a run knows. */
function numberIn(value: string, text: string): number | undefined {
	const inner = /^String\((\w+)\)/.exec(value)?.[1] ?? value.trim();
	const known = new RegExp(`const ${/^\w+$/.test(inner) ? inner : '-'} = ([^;\n]+)`).exec(text)?.[1] ?? inner;
	const digits = /^['"]?([\d_]+(?:e\d+)?)['"]?$/.exec(known.trim())?.[1];
	return digits === undefined ? undefined : Number(digits.replaceAll('_', ''));
}

/** Lines that raise a limit, or may, without a word why. */
function raisedIn(text: string): string[] {
	const lines = text.split('\n');
	return lines.flatMap((line, index) => {
		const settings = [...line.matchAll(SETTING)].map(([, name = '', value = '']) => ({
			most: DEFAULTS[name] ?? 0,
			value: numberIn(value, text),
		}));
		const constants = line.includes('constants')
			? [...line.matchAll(CONSTANT)].map(([, name = '', value = '']) => ({
					most: CONSTANTS[name] ?? 0,
					value: numberIn(value, text),
				}))
			: [];
		const isRaised = [...settings, ...constants].some(({ most, value }) => value === undefined || value > most);
		const above = lines.slice(Math.max(0, index - LINES_ABOVE), index);
		return !isRaised || above.some((each) => each.includes('Above the default')) ? [] : [line.trim()];
	});
}

it('no test, drill, simulation or benchmark raises a limit without a word why', async () => {
	const files = await trackedFiles(
		/^(?:tests\/(?!promises\/)|testkit\/|simulation\/|bench\/|scripts\/|demo\/|emulators\/|.*\.test\.tsx?$)(?!.*config\.test\.ts).*\.(?:tsx?|mjs)$/,
	);
	expect(files.length).toBeGreaterThan(300);
	expect(files.flatMap(({ name, text }) => raisedIn(text).map((line) => `${name}: ${line}`))).toEqual([]);
});

it.each([
	"env: { READS_PER_MINUTE: '6001' }",
	"const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000' };",
	"const NO_LIMIT = '1000000';\nenv: { MONEY_PER_MINUTE: NO_LIMIT }",
	'CONNECTIONS_MAX: String(anything),',
	'READS_PER_MINUTE=10000000 npm start',
	'constants: { limits: { streamsPerAddress: 20_000 } }',
])('finds %s', (text) => expect(raisedIn(text)).toHaveLength(1));

it.each([
	"env: { READS_PER_MINUTE: '3' }",
	'const CALLS = 3;\nenv: { READS_PER_MINUTE: String(CALLS) }',
	"// Above the default: the load is one address.\nREADS_PER_MINUTE: '10000000',",
	'constants: { limits: { streamsPerAddress: 2 } }',
])('lets pass %s', (text) => expect(raisedIn(text)).toEqual([]));
