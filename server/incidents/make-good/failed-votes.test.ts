/** What is remembered of failed votes while nobody can look into the database. */
import { expect, it, vi } from 'vitest';
import { aKey, aPerson } from '../../../tests/fixtures/accounts/people.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';
import { openFailedVotes } from './failed-votes.ts';

const database = ownDatabase();

it('one account that invents rankings leaves room for the votes of others', async () => {
	const contest = await aContest(database.owner, 'november');
	const [crowder, fan] = [await aPerson(database.owner, 'crowder'), await aPerson(database.owner, 'fan')];
	const votes = openFailedVotes({ db: database.db, log: { warn: () => undefined } }, 100);
	const failed = ({ fanId }: typeof fan, rankingKey: string) =>
		votes.note(
			{ fanId, key: aKey(), rankingKey, artistId: contest.artistIds[0] as number, tickets: 1 },
			performance.now(),
		);
	for (let invented = 0; invented < 200; invented += 1) failed(crowder, `invented-${invented}`);
	failed(fan, contest.key);
	await votes.close();
	const rows = await database.owner.query({ text: 'select fan_id from failed_vote' });
	expect(rows).toEqual([{ fan_id: fan.fanId }]);
	// What was written makes room again.
	failed(crowder, contest.key);
	await votes.close();
	expect(await database.owner.query({ text: 'select fan_id from failed_vote' })).toHaveLength(2);
});

it('a vote failed when it arrived, however long the database keeps the note waiting', async () => {
	const contest = await aContest(database.owner, 'december');
	const { fanId } = await aPerson(database.owner, 'patient');
	const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
	const votes = openFailedVotes({
		db: {
			...database.db,
			transaction: (work) =>
				database.db.transaction((tx) => {
					now.mockReturnValue(601_000);
					return work(tx);
				}),
		},
		log: { warn: () => undefined },
	});
	votes.note(
		{ fanId, key: aKey(), rankingKey: contest.key, artistId: contest.artistIds[0] as number, tickets: 1 },
		1_000,
	);
	await votes.close();
	now.mockRestore();
	const [row] = await database.owner.query<{ minutes: number }>({
		text: 'select round(extract(epoch from lightstick_now() - failed_at) / 60)::integer as minutes from failed_vote where fan_id = $1',
		values: [fanId],
	});
	expect(row?.minutes).toBe(10);
});
