/** Sessions in the database: unknown tokens, several processes, broken connections, a restore, and what is forgotten. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { hashSecret } from '#server/kernel/caller.ts';
import { networkHash, readSessions, type Sessions } from '#server/accounts/sessions/sessions.ts';
import { type Database, raw, sql } from '#server/kernel/database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { forgetOldTraces } from '#server/accounts/sessions/sql.ts';
import { copyDatabase, type TestDatabase } from '../../fixtures/database/database.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { holdProcessClock } from '../../fixtures/process-clock.ts';
import { openDatabaseLine } from '../../fixtures/database/database-line.ts';
import { aColleague, asOperator } from '../../fixtures/operators/operators.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { endSessions } from '../../../scripts/lib/end-sessions.ts';
import { beforeTests, dataOf, openSite, type Person, type Site } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const database = beforeTests(copyDatabase);

it('ends every session of fans and operators, and prints who and what is to be confirmed', async () => {
	const fans = [await aPerson(database.owner, 'a fan'), await aPerson(database.owner, 'held', { suspended: true })];
	const operators = [await aColleague(database.owner, 'owner'), await aColleague(database.owner, 'viewer')];
	const lines: string[] = [];
	await endSessions(database.url, (line) => void lines.push(line));
	const site = await openSite({ database });
	for (const { token } of fans) expect((await site.ask({ path: '/user/me', token })).status).toBe(401);
	for (const { cookie } of operators) {
		const answer = await site.ask({ path: '/console/me', headers: { cookie } });
		expect(answer.status).toBe(401);
	}
	await site.close();
	const text = lines.join('\n');
	expect(text).toContain('Ended 2 sessions of fans and 2 of operators');
	expect(text).toContain('Operators, with their role and passkeys: 2');
	expect(text).toMatch(/, owner, passkeys: /);
	expect(text).toContain(`Suspended fans, by number: 1\n    ${fans[1]?.fanId}`);
	expect(text).toContain('Open invitations: none');
});

const here = beforeTests(() => openSite({ database }));
const there = beforeTests(() => openSite({ database }));
const contest = beforeTests(() => aContest(database.owner, 'november'));

const me = async (site: Site, { token }: Person) => (await site.ask({ path: '/user/me', token })).status;
const vote = async (site: Site, fan: Person) => (await site.castVote(fan, contest)).status;

describe('a session that ended in one process', () => {
	// The processes' own clock: how long they may believe what they have read.
	beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
	afterEach(() => void vi.useRealTimers());

	const endings: [string, (fan: Person) => Promise<unknown>][] = [
		['by signing out', ({ token }) => here.ask({ method: 'POST', path: calls.logOut.path, token })],
		[
			'by signing out everywhere',
			({ token }) => here.ask({ method: 'POST', path: calls.logOutEverywhere.path, token }),
		],
		[
			'by its fan’s list of sessions',
			async ({ token }) => {
				const answer = await here.ask({ path: calls.getMySessions.path, token });
				const [session] = dataOf(calls.getMySessions, answer).sessions;
				const path = calls.endMySession.path.replace(':session_id', session?.session_id ?? '');
				return here.ask({ method: 'POST', path, token });
			},
		],
	];

	it.each(endings)('%s is refused by another one within a second, and votes with it at once', async (how, end) => {
		const fan = await aPerson(database.owner, how, { earned: 1_000 });
		expect([await me(there, fan), await vote(there, fan)]).toEqual([200, 200]);
		await end(fan);
		expect(await me(here, fan)).toBe(401);
		expect(await vote(there, fan)).toBe(401);
		vi.advanceTimersByTime(1_000);
		expect(await me(there, fan)).toBe(401);
	});
});

it('an operator’s session that ended in one process is refused by another one at once', async () => {
	const editor = await aColleague(database.owner, 'editor');
	const statuses = async () => [
		(await asOperator(here, editor).ask(calls.getOperator)).status,
		(await asOperator(there, editor).ask(calls.getOperator)).status,
	];
	expect(await statuses()).toEqual([200, 200]);
	expect((await asOperator(here, editor).ask(calls.signOut)).status).toBe(200);
	expect(await statuses()).toEqual([401, 401]);
});

it('a look-up whose connection breaks is done again, and the fan notices nothing', async () => {
	const fan = await aPerson(database.owner, 'unlucky');
	const line = await openDatabaseLine(database.url);
	const db = openDatabase(line.url);
	const asked = Promise.withResolvers<void>();
	const query: typeof db.query = (statement) => {
		if (statement.text.includes('session')) asked.resolve();
		return db.query(statement);
	};
	const watched: TestDatabase = { ...database, db: { ...db, query } };
	const site = await openSite({ database: watched });
	await db.query({ text: 'select' });
	line.freeze();
	const answer = me(site, fan);
	await asked.promise;
	// The statement leaves in the same turn.
	await new Promise((resolve) => void setImmediate(resolve));
	line.cut();
	line.thaw();
	expect(await answer).toBe(200);
	await site.close();
	await db.close();
	await line.close();
});

describe('unknown tokens', () => {
	const STADIUM = '203.0.113.7';

	let sessions: Sessions;
	/** Hashes of each look-up so far. */
	let lookUps: Buffer[][];
	/** Look-ups of this token wait until they are let go. */
	let held: { tokenHash: Buffer; until: Promise<void> } | null;

	// Its look-ups are prepared under the site's name for them.
	const crowded = beforeTests(copyDatabase);
	const fan = beforeTests(() => aPerson(crowded.owner, 'fan'));
	const neighbor = beforeTests(() => aPerson(crowded.owner, 'neighbor'));
	beforeEach(() => {
		lookUps = [];
		held = null;
		const watched: Database = {
			...crowded.db,
			async query(statement) {
				const hashes = statement.name === 'select_sessions' ? (statement.values?.[0] as Buffer[]) : [];
				if (hashes.length > 0) lookUps.push(hashes);
				const waiting = held;
				if (waiting && hashes.some((hash) => hash.equals(waiting.tokenHash))) await waiting.until;
				return crowded.db.query(statement);
			},
		};
		sessions = readSessions(watched, { value: raw('null'), keep: () => undefined });
	});

	const find = (token: string, ip = STADIUM) =>
		sessions.findCaller({ headers: { authorization: `Bearer ${token}` }, ip });
	const aToken = () => randomBytes(32).toString('base64url');
	const flood = () => Promise.all(Array.from({ length: 200 }, () => find(aToken())));

	test('a token that is none is looked up once a second, however often it comes', async () => {
		const clock = holdProcessClock();
		const token = aToken();
		for (let times = 0; times < 50; times += 1) expect(await find(token)).toBeNull();
		expect(lookUps).toHaveLength(1);
		clock.pass(1_001);
		expect(await find(token)).toBeNull();
		expect(lookUps).toHaveLength(2);
	});

	test('a fan is known at an address from which hundreds of bad tokens came', async () => {
		await flood();
		expect(await find(fan.token)).toMatchObject({ fanId: fan.fanId });
		expect(
			await Promise.all([find(neighbor.token), ...Array.from({ length: 500 }, () => find(aToken()))]),
		).toContainEqual(expect.objectContaining({ fanId: neighbor.fanId }));
	});

	test('look-ups of such an address hold up nobody else, nor those whom we know there', async () => {
		await find(fan.token);
		await flood();
		const stuck = aToken();
		const letGo = Promise.withResolvers<void>();
		held = { tokenHash: hashSecret(stuck), until: letGo.promise };
		const waiting = find(stuck);
		await expect.poll(() => lookUps.flat().some((hash) => hash.equals(held?.tokenHash ?? Buffer.of()))).toBe(true);
		sessions.forgetSession(neighbor.tokenHash);
		expect(await find(neighbor.token, '198.51.100.9')).toMatchObject({ fanId: neighbor.fanId });
		expect(await find(fan.token)).toMatchObject({ fanId: fan.fanId });
		letGo.resolve();
		expect(await waiting).toBeNull();
	});
});

test('a network has another hash in another month, so that nobody is followed for long', async () => {
	const [november, december] = [await hashOn('2026-11-21T12:00:00Z'), await hashOn('2026-12-01T00:00:00Z')];
	expect(await hashOn('2026-11-01T00:00:00Z')).toEqual(november);
	expect(december).not.toEqual(november);
});

test('country and network of a session are forgotten after 90 days, and the keys of their hashes with them', async () => {
	await database.clock.set(new Date('2026-11-02T12:00:00Z'));
	const { fanId } = await aPerson(database.owner, 'forgotten');
	await sql`update session set country = 'KR', network_hash = '\\x01', expires_at = '2028-01-01'
		where fan_id = ${fanId}`.run(database.owner);
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
	const session = await sql`select country, network_hash is not null as hash from session
		where fan_id = ${fanId}`.one<{ country: string | null; hash: boolean }>(database.owner);
	const keys = await sql`select month from network_key where month < '2026-12-01'`.column<string>(database.owner);
	return { ...session, keys };
}
