import { expect, test } from 'vitest';
import { networkHash } from '#server/accounts/sessions/sessions.ts';
import { forgetOldTraces } from '#server/accounts/sessions/sql.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

const database = beforeTests(copyDatabase);

test('a network has another hash in another month, so that nobody is followed for long', async () => {
	const [november, december] = [await hashOn('2026-11-21T12:00:00Z'), await hashOn('2026-12-01T00:00:00Z')];
	expect(await hashOn('2026-11-01T00:00:00Z')).toEqual(november);
	expect(december).not.toEqual(november);
});

test('country and network of a session are forgotten after 90 days, and the keys of their hashes with them', async () => {
	await database.clock.set(new Date('2026-11-02T12:00:00Z'));
	const { fanId } = await aPerson(database.owner, 'forgotten');
	await database.owner.query({
		text: `update session set country = 'KR', network_hash = '\\x01', expires_at = '2028-01-01' where fan_id = $1`,
		values: [fanId],
	});
	await hashOn('2026-11-02T12:00:00Z');
	expect(await leftOn('2027-01-30T00:00:00Z', fanId)).toEqual({ country: 'KR', hash: true, keys: ['2026-11-01'] });
	expect(await leftOn('2027-01-31T00:00:00Z', fanId)).toEqual({ country: 'KR', hash: true, keys: [] });
	expect(await leftOn('2027-02-01T00:00:00Z', fanId)).toEqual({ country: null, hash: false, keys: [] });
});

async function hashOn(day: string): Promise<string> {
	await database.clock.set(new Date(day));
	const hash = await database.db.transaction((tx) => networkHash(tx, '203.0.113.7'));
	return hash?.toString('hex') ?? 'none';
}

async function leftOn(day: string, fanId: number) {
	await database.clock.set(new Date(day));
	await forgetOldTraces(database.db);
	const [session] = await database.owner.query<{ country: string | null; hash: boolean }>({
		text: `select country, network_hash is not null as hash from session where fan_id = $1`,
		values: [fanId],
	});
	const keys = await database.owner.query<{ month: string }>({
		text: `select month from network_key where month < '2026-12-01'`,
	});
	return { ...session, keys: keys.map(({ month }) => month) };
}
