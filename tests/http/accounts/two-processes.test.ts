/** Sessions where several processes serve one database, and where a connection breaks. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logOut } from '#contract/accounts.ts';
import { endMySession, getMySessions, logOutEverywhere } from '#contract/my-account.ts';
import { getOperator, signOut as signOutOperator } from '#contract/operator/operators/session.ts';
import { openDatabase } from '#server/db/pool.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../../fixtures/database/database.ts';
import { openDatabaseLine } from '../../fixtures/database/database-line.ts';
import { aColleague, askAs } from '../../fixtures/operators/operators.ts';
import { dataOf, openSite, type Site } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let [here, there]: Site[] = [];

const database = beforeTests(copyDatabase);
const contest = beforeTests(() => aContest(database.owner, 'november'));
beforeAll(async () => {
	[here, there] = await Promise.all([openSite({ database }), openSite({ database })]);
});
afterAll(() => Promise.all([here?.close(), there?.close()]));

const me = async (site: Site | undefined, { token }: Person) => (await site?.ask({ path: '/user/me', token }))?.status;
const vote = async (site: Site | undefined, { token }: Person) =>
	(
		await site?.ask({
			path: `/rankings/vote/${contest.key}`,
			token,
			headers: { 'idempotency-key': aKey() },
			body: { artist_id: contest.artistIds[0], ticket_number: 1 },
		})
	)?.status;

describe('a session that ended in one process', () => {
	// The processes' own clock: how long they may believe what they have read.
	beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
	afterEach(() => void vi.useRealTimers());

	const endings: [string, (fan: Person) => Promise<unknown> | undefined][] = [
		['by signing out', ({ token }) => here?.ask({ method: 'POST', path: logOut.path, token })],
		['by signing out everywhere', ({ token }) => here?.ask({ method: 'POST', path: logOutEverywhere.path, token })],
		[
			'by its fan’s list of sessions',
			async ({ token }) => {
				const answer = await here?.ask({ path: getMySessions.path, token });
				const [session] = answer ? dataOf(getMySessions, answer).sessions : [];
				const path = endMySession.path.replace(':session_id', session?.session_id ?? '');
				return here?.ask({ method: 'POST', path, token });
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
	const [site, other] = [here, there] as [Site, Site];
	const editor = await aColleague(database.owner, 'editor');
	const statuses = async () => [
		(await askAs(site, editor, getOperator, {})).status,
		(await askAs(other, editor, getOperator, {})).status,
	];
	expect(await statuses()).toEqual([200, 200]);
	expect((await askAs(site, editor, signOutOperator, {})).status).toBe(200);
	expect(await statuses()).toEqual([401, 401]);
});

it('a look-up whose connection breaks is done again, and the fan notices nothing', async () => {
	const fan = await aPerson(database.owner, 'unlucky');
	const line = await openDatabaseLine(database.url);
	const db = openDatabase(line.url);
	const asked = Promise.withResolvers<void>();
	const watched: TestDatabase = {
		...database,
		db: {
			...db,
			query: (statement) => {
				if (statement.text.includes('session')) asked.resolve();
				return db.query(statement);
			},
		},
	};
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
