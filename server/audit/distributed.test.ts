/** An audit of a distributed site that runs sees some changes by half, for a moment. */
import { expect, it } from 'vitest';
import { whatStands } from './distributed.ts';

const RULES = ['wallets', 'orders'];

/** Looks that find these rules broken, one after the other. */
function looks(...found: string[][]) {
	let made = 0;
	const look = async () => {
		const broken = found[made] ?? [];
		made += 1;
		const findings = RULES.map((rule) => ({
			rule,
			broken: broken.includes(rule) ? made : 0,
			example: broken.includes(rule) ? { made } : null,
		}));
		return { findings, passed: broken.length === 0, look: made };
	};
	return { look, count: () => made };
}

it.each([
	['looks once where no rule is broken', [[]], [], 1],
	['lets go what a second look does not find', [['orders'], []], [], 2],
	['lets go what is another rule in each look', [['orders'], ['wallets'], ['orders']], [], 2],
	['finds what is in every look', [['orders', 'wallets'], ['orders'], ['orders', 'wallets']], ['orders'], 3],
	['looks three times at most', [['orders'], ['orders'], ['orders'], []], ['orders'], 3],
])('%s', async (_, found, expected, times) => {
	const { look, count } = looks(...found);
	const report = await whatStands(look);
	expect(report.findings.filter(({ broken }) => broken > 0).map(({ rule }) => rule)).toEqual(expected);
	expect(report.passed).toBe(expected.length === 0);
	expect([count(), report.look]).toEqual([times, times]);
	expect(report.findings.every(({ broken, example }) => broken > 0 === (example !== null))).toBe(true);
});
