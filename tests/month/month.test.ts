import { beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase } from '../fixtures/database/database.ts';
import { gatherCrowd } from './fans/crowd.ts';
import { simulate, type Simulated } from './simulate.ts';
import { SHORT, TINY, type Size } from './world.ts';

async function run(size: Size): Promise<Simulated> {
	const database = await copyDatabase();
	try {
		return await simulate({ databaseUrl: database.url, size, seed: 1 });
	} finally {
		await database.drop();
	}
}

describe('a simulated month', () => {
	let month: Simulated;
	beforeAll(async () => {
		month = await run(SHORT);
		const { facts, measured } = month;
		console.log(`${facts.people.votes} votes in ${measured.seconds} s, ${measured.retries} sent again`);
	}, 900_000);

	it('has 60,000 votes in 30 days, and books and public logs that hold', () => {
		const { facts, proof } = month;
		expect(SHORT.days).toBe(30);
		expect(Math.max(...facts.gemsByDay.filter(({ kind }) => kind === 'vote').map(({ day }) => day))).toBe(29);
		expect(facts.people.votes).toBeGreaterThanOrEqual(60_000);
		expect(proof.broken).toEqual([]);
		expect(proof.logs.map(({ name, passed }) => [name, passed])).toEqual([
			['monthly-2027-06', true],
			['birthday-2027-07', true],
			['anchor', true],
		]);
		expect(proof.passed).toBe(true);
		expect(proof.votes).toBe(facts.people.votes);
	});

	it('certifies what was cast less what cases voided', () => {
		const { results, cases, people, nextMonth } = month.facts;
		const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
		const lost = sum(cases.map(({ voided, restored }) => voided - restored));
		expect(sum(results.map(({ cast }) => cast))).toBe(people.tickets);
		expect(sum(results.map(({ tickets }) => tickets))).toBe(people.tickets - lost);
		// A farm, bots, a school that was none, a chargeback, and bots that came late.
		expect(cases.map(({ reason, voided: tickets }) => [reason, tickets > 0])).toEqual([
			['FARM', true],
			['BOT', true],
			['FARM', false],
			['CHRG', true],
			['BOT', true],
		]);
		expect(cases[0]?.restored).toBeGreaterThan(0);
		expect(nextMonth).toBe('July 2027 Monthly');
	});

	it('refuses what it has to refuse', () => {
		const { refusals, people, money, approvals, networksFound } = month.facts;
		expect(Object.keys(refusals)).toEqual([
			'account_suspended',
			'card_declined',
			'check_in_done',
			'not_enough_gems',
			'ranking_closed',
			'registration_required',
			'vote_cap_reached',
			'wallet_in_debt',
		]);
		// All but the one who turned out to be a person.
		expect(people.frozen).toBe(2 * SHORT.bots + SHORT.farmers - 1);
		expect(people.inDebt).toBeGreaterThan(0);
		expect(money.refunded).toBeGreaterThan(0);
		expect(money.chargedBack).toBeGreaterThan(0);
		expect(approvals).toBeGreaterThan(0);
		expect(networksFound).toBe(3);
	});
});

it('one seed gives one month, and another seed another', async () => {
	const [one, same] = await Promise.all([run(TINY), run(TINY)]);
	expect(same.facts).toEqual(one.facts);
	expect(same.proof).toEqual(one.proof);
	const joined = (seed: number) => gatherCrowd(TINY, seed).map(({ favorite, joinsAt }) => [favorite, joinsAt]);
	expect(joined(2)).not.toEqual(joined(1));
}, 900_000);
