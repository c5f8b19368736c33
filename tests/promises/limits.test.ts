/**
 * Tests, drills and benchmarks run on the limits that a site has by default. Where one needs more, the
 * default is wrong, or a comment right above says why, beginning "Above the default".
 */
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { trackedFiles } from './tracked-files.ts';

const { limits, voting } = readConfig({ PUBLIC_URL: 'http://localhost:3000' });
/** By the name of its variable, and those that no variable sets by that of a site's `constants`. */
const DEFAULTS: Record<string, number> = {
	READS_PER_MINUTE: limits.readsPerMinute,
	MONEY_PER_MINUTE: limits.moneyPerMinute,
	VOTE_REQUESTS_PER_SECOND: voting.requestsPerSecond,
	CONNECTIONS_MAX: limits.connections,
	...limits,
	...voting,
};
const LINES_ABOVE = 3;
const SETTING = new RegExp(`\\b(${Object.keys(DEFAULTS).join('|')})\\b['"]?\\s*[:=]\\s*([^,}\\n;]+)`, 'g');

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
	return lines.filter((line, index) => {
		const isRaised = [...line.matchAll(SETTING)].some(([, name = '', value = '']) => {
			const number = numberIn(value, text);
			if (name !== name.toUpperCase()) return line.includes('constants') && Number(number) > Number(DEFAULTS[name]);
			return number === undefined || number > Number(DEFAULTS[name]);
		});
		const above = lines.slice(Math.max(0, index - LINES_ABOVE), index);
		return isRaised && !above.some((each) => each.includes('Above the default'));
	});
}

it('no test, drill or benchmark raises a limit without a word why', async () => {
	const files = await trackedFiles(
		/^(?:tests\/(?!promises\/)|testkit\/|bench\/|scripts\/|demo\/|emulators\/|.*\.test\.tsx?$)(?!.*config\.test\.ts).*\.(?:tsx?|mjs)$/,
	);
	expect(files.length).toBeGreaterThan(250);
	expect(files.flatMap(({ name, text }) => raisedIn(text).map((line) => `${name}: ${line.trim()}`))).toEqual([]);
});

it.each<[string, number]>([
	["env: { READS_PER_MINUTE: '6001' }", 1],
	["const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000' };", 1],
	["const NO_LIMIT = '1000000';\nenv: { MONEY_PER_MINUTE: NO_LIMIT }", 1],
	['CONNECTIONS_MAX: String(anything),', 1],
	['READS_PER_MINUTE=10000000 npm start', 1],
	['constants: { limits: { streamsPerAddress: 20_000 } }', 1],
	["env: { READS_PER_MINUTE: '3' }", 0],
	['const CALLS = 3;\nenv: { READS_PER_MINUTE: String(CALLS) }', 0],
	["// Above the default: the load is one address.\nREADS_PER_MINUTE: '10000000',", 0],
	['constants: { limits: { streamsPerAddress: 2 } }', 0],
])('%j raises %i limits without a word why', (text, count) => expect(raisedIn(text)).toHaveLength(count));
