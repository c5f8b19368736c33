/** Statements that publish rankings and delete drafts. */
import { maybeOne, type Tx } from '#server/kernel/database.ts';

export async function updatePublished(tx: Tx, rankingId: number, published: boolean): Promise<void> {
	await tx.query({
		text: `update ranking set published_at = case when $2 then lightstick_now() end, version = version + 1
			where ranking_id = $1`,
		values: [rankingId, published],
	});
}

/**
 * Returns true if the ranking has left a trace that must stay: a public log, a pause, votes, also failed ones, or a
 * standing.
 */
export async function selectHasOpened(tx: Tx, rankingId: number): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: `select 1 as opened where exists (select 1 from vote_log where ranking_id = $1)
			or exists (select 1 from ranking_pause where ranking_id = $1) or exists (select 1 from tally where ranking_id = $1)
			or exists (select 1 from standing_hour where ranking_id = $1)
			or exists (select 1 from failed_vote where ranking_id = $1)`,
		values: [rankingId],
	});
	return row !== null;
}

/** Waits for whoever is making a card of the ranking. From then on, nobody makes one until the transaction ends. */
export async function lockForDeletion(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({ text: 'select from ranking where ranking_id = $1 for update', values: [rankingId] });
}

export async function selectHasCard(tx: Tx, rankingId: number): Promise<boolean> {
	const row = await maybeOne(tx, { text: 'select from rank_entry_config where ranking_id = $1', values: [rankingId] });
	return row !== null;
}

/** Deletes the ranking with the rows that only prepare it. */
export async function deleteRanking(tx: Tx, rankingId: number): Promise<void> {
	for (const table of ['entry_import', 'ranking_entry', 'standing_snapshot', 'push_rank', 'ranking']) {
		await tx.query({ text: `delete from ${table} where ranking_id = $1`, values: [rankingId] });
	}
}
