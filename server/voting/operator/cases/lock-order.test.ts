/** The ranking's lock comes before any wallet's, wherever both are taken: a closing in between would close a circle. */
import { expect, it } from 'vitest';
import { type Database, type Db, LOCKS } from '#server/kernel/database.ts';
import { openCase } from './cases.ts';
import { decideVotes } from './decide.ts';
import { workOnCases } from './work.ts';
import { aContest } from '../../../../tests/fixtures/voting/contests.ts';
import { ownDatabase } from '../../../../tests/fixtures/database/database.ts';
import { aBallot, withEngine } from '../../../../tests/fixtures/voting/engine.ts';
import { aColleague } from '../../../../tests/fixtures/operators/operators.ts';
import { aKey, aPerson } from '../../../../tests/fixtures/accounts/people.ts';

const database = ownDatabase();

const isRankingLock = (text: string) => /pg_advisory_xact_lock/.test(text);
const isWalletLock = (text: string) => /from wallet[^;]* for (?:no key )?update|update wallet/s.test(text);

/** Writes down what each transaction asks, in order. */
function listening(db: Database): { db: Database; transactions: string[][] } {
	const transactions: string[][] = [];
	const transaction: Database['transaction'] = (work) =>
		db.transaction((tx) => {
			const asked: string[] = [];
			transactions.push(asked);
			const query: Db['query'] = (statement) => {
				asked.push(statement.text);
				return tx.query(statement);
			};
			return work({ ...tx, query });
		});
	return { db: { ...db, transaction }, transactions };
}

it('in voids and restores', async () => {
	const contest = await aContest(database.owner, 'november');
	const fan = await aPerson(database.owner, 'ana', { earned: 100 });
	const operator = await aColleague(database.owner, 'owner');
	await withEngine(database.db, async (engine) => void (await engine.cast(aBallot(fan, contest))));
	const { db, transactions } = listening(database.db);
	const asked = { ranking_key: contest.key, reason: 'BOT' as const, statement: 'x', filter: { fan_ids: [fan.fanId] } };
	const opening = { ...asked, incident_url: null, objection_hours: 24, idempotencyKey: aKey() };
	const { case: opened } = await openCase(db, operator, opening);
	await database.owner.query({ text: 'update vote_case set objections_until = opened_at' });
	for (const deed of ['void', 'restore'] as const) {
		const decision = { caseId: opened.case_id, fanId: null, deed, why: 'x' };
		await decideVotes(db, operator, decision, aKey(), 1e9);
		await workOnCases(db);
	}
	const both = transactions.filter((asks) => asks.some(isRankingLock) && asks.some(isWalletLock));
	expect(both).toHaveLength(2);
	for (const asks of both) expect(asks.findIndex(isRankingLock)).toBeLessThan(asks.findIndex(isWalletLock));
});

it('in a batch of votes, which waits at no wallet', async () => {
	const [row] = await database.owner.query<{ body: string }>({
		text: `select prosrc as body from pg_proc where proname = 'cast_votes'`,
	});
	const body = row?.body ?? '';
	expect(body.indexOf('pg_advisory_xact_lock_shared')).toBeGreaterThan(-1);
	expect(body.indexOf('pg_advisory_xact_lock_shared')).toBeLessThan(body.search(/\bwallet\b/));
	expect(body).toContain('for no key update of wallet skip locked');
	// The number is written twice: SQL cannot import it.
	expect(body).toContain(`pg_advisory_xact_lock_shared(${LOCKS.ranking}, hashtext(asked_key))`);
});
