/** Leaves of the demo votes in the public logs, in batches, as if the votes had been cast. */
import type { VoteLeaf } from '#public-log/format/leaf.ts';
import type { Tx } from '#server/kernel/database.ts';
import { appendToLog } from '#public-log/server/append.ts';
import { keepVoterSecrets, pseudonymOf, type VoterSecrets } from '#public-log/server/fans/voters.ts';
import type { Books } from '../books.ts';
import type { DemoFan } from '../crowd.ts';
import { idOf, type Ids } from '../tables.ts';

/** About as many votes as a busy server commits at once. */
const BATCH = 250;

type Ballot = Books['ballots'][number];

/** Where the leaf of a vote lies. */
export interface LeafPlace {
	batch_id: number;
	place: number;
}

export async function plantLog(
	tx: Tx,
	ballots: readonly Ballot[],
	{
		fanIds,
		artistIds,
		rankingIds,
		voterSecrets,
	}: { fanIds: Ids<DemoFan>; artistIds: Ids; rankingIds: Ids; voterSecrets: VoterSecrets },
): Promise<ReadonlyMap<Ballot, LeafPlace>> {
	const voters = [...new Set(ballots.map(({ fan }) => fan))];
	const sealed = new Map(voters.map((fan) => [fan, voterSecrets.make()]));
	await keepVoterSecrets(
		tx,
		voters.map((fan) => ({ fanId: idOf(fanIds, fan), sealed: sealed.get(fan) as Buffer })),
	);
	const secrets = new Map([...sealed].map(([fan, bytes]) => [fan, voterSecrets.read(bytes)]));
	const leafOf = (ballot: Ballot): VoteLeaf => ({
		type: 'vote',
		ranking: ballot.contest.key,
		artistId: idOf(artistIds, ballot.entry),
		tickets: ballot.tickets,
		gemsEarned: ballot.costEarned,
		gemsPurchased: ballot.costPurchased,
		castAt: Math.floor(ballot.castAt / 1000),
		voter: pseudonymOf(secrets.get(ballot.fan) as string, ballot.contest.key),
		tag: ballot.idempotencyKey,
	});
	const places = new Map<Ballot, LeafPlace>();
	const inTime = ballots.toSorted((one, other) => one.castAt - other.castAt);
	for (const [contest, own] of Map.groupBy(inTime, (ballot) => ballot.contest)) {
		for (let at = 0; at < own.length; at += BATCH) {
			const batch = own.slice(at, at + BATCH);
			const batch_id = await appendToLog(tx, idOf(rankingIds, contest.key), batch.map(leafOf));
			for (const [place, ballot] of batch.entries()) places.set(ballot, { batch_id, place });
		}
	}
	return places;
}
