/** Versions of votes: what a chart of some version includes, also when writers share a slot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import type { Connection } from '#server/kernel/database.ts';
import { selectStandings } from '#server/rankings/sql.ts';
import { sumStandings } from '#server/rankings/standings/sql.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { aBallot, aBatchWaits } from '../../../tests/fixtures/voting/engine.ts';
import { castVotes } from './sql.ts';

const database = ownDatabase();
let writers: [Connection, Connection];
let fans: [Person, Person];
beforeAll(async () => {
	writers = [database.db.connection(), database.db.connection()];
	for (const writer of writers) {
		await writer.connect();
		// On a busy machine, whoever looks for the waiting batch may come later than the site would wait.
		await writer.query({ text: `set lock_timeout = '30s'` });
	}
	const aFan = (name: string) => aPerson(database.owner, name, { earned: 1_000 });
	fans = [await aFan('one'), await aFan('other')];
});
afterAll(async () => {
	for (const writer of writers) await writer.end();
});

/** Locks the wallets first, so that a batch waits for a slot as long as the connection allows. */
async function cast(writer: Connection, fan: Person, contest: Contest, slot: number): Promise<string> {
	const [decision] = await castVotes(writer, [aBallot(fan, contest)], { slot, skipHeld: true });
	if (typeof decision !== 'object' || !('cast' in decision)) throw new Error('The vote was refused');
	return decision.cast.version;
}

async function versionOf({ rankingId }: Contest): Promise<string | null> {
	await sumStandings(database.db);
	return (await selectStandings(database.db, rankingId))[0]?.version ?? null;
}

describe('the version of a vote', () => {
	it('counts the batches of its slot, in each ranking by itself', async () => {
		const [one, other] = [await aContest(database.owner, 'one'), await aContest(database.owner, 'other')];
		expect(await cast(writers[0], fans[0], one, 3)).toBe('3.1');
		expect(await cast(writers[1], fans[0], one, 12)).toBe('12.1');
		expect(await cast(writers[0], fans[0], one, 3)).toBe('3.2');
		expect(await cast(writers[0], fans[0], other, 3)).toBe('3.1');
		expect([await versionOf(one), await versionOf(other)]).toEqual(['3.2,12.1', '3.1']);
	});

	it('is committed after all smaller ones, also if two writers share a slot', async () => {
		const contest = await aContest(database.owner, 'shared-slot');
		const [first, second] = writers;
		await first.query({ text: 'begin' });
		expect(await cast(first, fans[0], contest, 0)).toBe('0.1');
		const waiting = cast(second, fans[1], contest, 0);
		await aBatchWaits(database.owner);
		expect(await versionOf(contest)).toBe(VERSION_OF_NONE);
		await first.query({ text: 'commit' });
		expect(await waiting).toBe('0.2');
		expect(await versionOf(contest)).toBe('0.2');
	});
});
