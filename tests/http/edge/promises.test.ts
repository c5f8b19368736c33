/** Promises that need a running site: what the application's role may do, the clock, and a handler for every call. */
import { beforeAll, expect, it } from 'vitest';
import { API_BASE, calls } from '#contract/calls.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { readClockDefinition, SHIPPED_CLOCK } from '#server/http/health.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { execute, withDatabase } from '../../../testkit/execute.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
beforeAll(async () => {
	const fan = await aPerson(site.owner, 'ana', { earned: 10 });
	const contest = await aContest(site.owner, 'november');
	const body = { artist_id: contest.artistIds[0], ticket_number: 1 };
	const answer = await site.ask({ path: '/rankings/vote/november', token: fan.token, body });
	expect(answer.status).toBe(200);
});

it.each(['ledger_entry', 'vote', 'check_in', 'gem_lot', 'vote_case_vote', 'vote_void', 'vote_restore'])(
	'the application can neither change nor delete a row of %s',
	async (table) => {
		for (const statement of [`update ${table} set fan_id = 1`, `delete from ${table}`, `truncate ${table}`]) {
			await expect(site.db.query({ text: statement })).rejects.toThrow(/permission denied/);
		}
	},
);

it.each(['ranking_closing', 'ranking_result', 'ranking_result_entry'])(
	'what %s says is final for the application',
	async (table) => {
		await expect(site.db.query({ text: `delete from ${table}` })).rejects.toThrow(/permission denied/);
		await expect(site.db.query({ text: `update ${table} set ranking_id = 1` })).rejects.toThrow(/permission denied/);
	},
);

it('every call of the contract has a handler', () => {
	const missing = [...calls.map(({ endpoint }) => endpoint), ...operatorCalls].flatMap(({ name, methods, path }) =>
		methods
			.filter((method) => !site.app.hasRoute({ method, url: API_BASE + path }))
			.map((method) => `${name} (${method} ${path})`),
	);
	expect(missing).toEqual([]);
});

it('every call of a fan answers with the envelope, refusals too', async () => {
	for (const { endpoint } of calls) {
		const [method] = endpoint.methods;
		const url = API_BASE + endpoint.path.replaceAll(/:[a-z_]+/g, 'x-none');
		const response = await site.app.inject({ method, url });
		expect(response.headers['content-type'], endpoint.name).toContain('application/json');
		const body = response.json() as { code: number; error?: string };
		expect(body.code, endpoint.name).toBe(response.statusCode);
	}
});

it('a database that was only migrated has the shipped clock and is ready; a clock turned by hand is not', async () => {
	const name = `lightstick_ready_${process.pid}`;
	const server = withDatabase(site.url, 'postgres');
	await execute(server, `create database ${name}`);
	const url = withDatabase(site.url, name);
	const db = openDatabase(url);
	try {
		await Promise.all([migrate(url), migrate(url)]);
		expect(await readClockDefinition(db)).toBe(SHIPPED_CLOCK);
		const own = await openSite({ database: { ...site, db } });
		expect((await own.app.inject('/readyz')).statusCode).toBe(200);
		expect((await own.app.inject('/healthz')).statusCode).toBe(200);
		await own.close();
	} finally {
		await db.close();
		await execute(server, `drop database ${name} with (force)`);
	}
	const turned = await site.app.inject('/readyz');
	expect([turned.statusCode, turned.json()]).toEqual([
		503,
		{ status: 'not ready', faults: ['lightstick_now() is not the shipped clock'], degraded: [] },
	]);
});
