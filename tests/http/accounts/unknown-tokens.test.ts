/** Thousands of unknown tokens: they cost little, and no request with a session is refused or delayed. */
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '#server/kernel/caller.ts';
import { readSessions, type Sessions } from '#server/accounts/sessions/sessions.ts';
import { type Database, raw } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { holdProcessClock } from '../../fixtures/process-clock.ts';

const STADIUM = '203.0.113.7';

let [fan, neighbor]: Person[] = [];
let sessions: Sessions;
/** Hashes of each look-up so far. */
let lookUps: Buffer[][];
/** Look-ups of this token wait until they are let go. */
let held: { tokenHash: Buffer; until: Promise<void> } | null;

const database = beforeTests(copyDatabase);
beforeAll(async () => {
	[fan, neighbor] = [await aPerson(database.owner, 'fan'), await aPerson(database.owner, 'neighbor')];
});
beforeEach(() => {
	lookUps = [];
	held = null;
	const watched: Database = {
		...database.db,
		async query(statement) {
			const hashes = statement.name === 'select_sessions' ? (statement.values?.[0] as Buffer[]) : [];
			if (hashes.length > 0) lookUps.push(hashes);
			const waiting = held;
			if (waiting && hashes.some((hash) => hash.equals(waiting.tokenHash))) await waiting.until;
			return database.db.query(statement);
		},
	};
	sessions = readSessions(watched, { value: raw('null'), keep: () => undefined });
});

const find = (token: string | undefined, ip = STADIUM) =>
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
	expect(await find(fan?.token)).toMatchObject({ fanId: fan?.fanId });
	expect(
		await Promise.all([find(neighbor?.token), ...Array.from({ length: 500 }, () => find(aToken()))]),
	).toContainEqual(expect.objectContaining({ fanId: neighbor?.fanId }));
});

test('look-ups of such an address hold up nobody else, nor those whom we know there', async () => {
	await find(fan?.token);
	await flood();
	const stuck = aToken();
	const letGo = Promise.withResolvers<void>();
	held = { tokenHash: hashSecret(stuck), until: letGo.promise };
	const waiting = find(stuck);
	await expect.poll(() => lookUps.flat().some((hash) => hash.equals(held?.tokenHash ?? Buffer.of()))).toBe(true);
	sessions.forgetSession(neighbor?.tokenHash ?? Buffer.of());
	expect(await find(neighbor?.token, '198.51.100.9')).toMatchObject({ fanId: neighbor?.fanId });
	expect(await find(fan?.token)).toMatchObject({ fanId: fan?.fanId });
	letGo.resolve();
	expect(await waiting).toBeNull();
});
