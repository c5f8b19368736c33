/** The server dies in the middle of everything: what was acknowledged is there, once, and the books balance. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { copyDatabase, type TestDatabase } from '../../fixtures/database/database.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { runScript, startServerProcess, type ServerProcess } from '../../../testkit/processes.ts';

const VOTES = 2_000;
const FANS = 20;
const AT_ONCE = 100;
const POLL = { timeout: 30_000, interval: 1 };
const ENV = { VOTE_REQUESTS_PER_SECOND: '10000' };

let database: TestDatabase;
let contest: Contest;
let fans: Person[];

beforeAll(async () => {
	database = await copyDatabase();
	contest = await aContest(database.owner, 'november');
	fans = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(database.owner, `fan ${n}`, { earned: 50_000 })),
	);
});
afterAll(() => database.drop());

interface Sent {
	fan: Person;
	key: string;
	votes: number;
	acknowledged: boolean;
}

/** Sends a vote; a connection that breaks is an answer too: none. */
async function send(server: ServerProcess, sent: Sent): Promise<void> {
	try {
		const response = await fetch(`${server.address}/api/v1/rankings/vote/${contest.key}`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				authorization: `Bearer ${sent.fan.token}`,
				'idempotency-key': sent.key,
			},
			body: JSON.stringify({ artist_id: contest.artistIds[0], ticket_number: sent.votes }),
		});
		if (response.ok) sent.acknowledged = true;
		await response.arrayBuffer();
	} catch {
		sent.acknowledged = false;
	}
}

/** A hundred at a time, as a crowd would. */
async function sendAll(server: ServerProcess, all: Sent[]): Promise<void> {
	const waiting = [...all];
	const worker = async () => {
		for (let sent = waiting.shift(); sent; sent = waiting.shift()) await send(server, sent);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function storedKeys(): Promise<Map<string, number>> {
	const rows = await database.db.query<{ key: string; tickets: number }>({
		text: 'select idempotency_key as key, tickets from vote',
	});
	return new Map(rows.map(({ key, tickets }) => [key, tickets]));
}

it('loses no acknowledged vote to kill -9, keeps none by half, and counts a retried one once', async () => {
	const all: Sent[] = Array.from({ length: VOTES }, (_, n) => ({
		fan: fans[n % FANS] as Person,
		key: aKey(),
		votes: 1 + (n % 5),
		acknowledged: false,
	}));
	const first = await startServerProcess(database.url, ENV);
	const sending = sendAll(first, all);
	await expect.poll(() => all.filter((sent) => sent.acknowledged).length, POLL).toBeGreaterThan(200);
	await first.kill();
	await sending;
	const acknowledged = all.filter((sent) => sent.acknowledged);
	expect(acknowledged.length).toBeGreaterThanOrEqual(200);
	expect(acknowledged.length).toBeLessThan(VOTES);

	const second = await startServerProcess(database.url, ENV);
	const stored = await storedKeys();
	expect(acknowledged.filter(({ key, votes }) => stored.get(key) !== votes)).toEqual([]);
	const afterKill = await runScript('audit.ts', { DATABASE_URL: database.url });
	expect([afterKill.code, afterKill.output]).toEqual([0, expect.stringContaining('The books balance.')]);

	// Every fan tries everything again with the same keys.
	await sendAll(second, all);
	expect(all.filter((sent) => !sent.acknowledged)).toEqual([]);
	const final = await storedKeys();
	expect(final.size).toBe(VOTES);
	const [tally] = await database.db.query<{ tickets: number }>({ text: 'select sum(tickets) as tickets from tally' });
	expect(tally?.tickets).toBe(all.reduce((sum, { votes }) => sum + votes, 0));
	expect(await second.terminate()).toBe(0);
	const report = await runScript('audit.ts', { DATABASE_URL: database.url });
	expect([report.code, report.output]).toEqual([0, expect.stringContaining(`${VOTES} votes`)]);
});

it('audit ends with 1 and says where, when somebody has touched the books', async () => {
	await database.owner.query({
		text: 'update wallet set earned = earned + 1 where fan_id = $1',
		values: [fans[0]?.fanId],
	});
	const { code, output } = await runScript('audit.ts', { DATABASE_URL: database.url });
	expect(code).toBe(1);
	expect(output).toContain('BROKEN every wallet is the sum of its ledger entries');
	expect(output).toContain('The books do NOT balance.');
});
