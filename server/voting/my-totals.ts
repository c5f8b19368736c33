/** What a fan gave to each artist, over all rankings or in one. */
import type { FanKey } from '#server/kernel/caller.ts';
import { type Database, type Tx, type Db, hashed, sql, type Sql, LOCK_NAMES } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { presentNamedArtist } from '#server/rankings/presenters.ts';
import type { NamedArtistRow } from '#server/rankings/rules.ts';
import { NOT_RESTORED } from './own-votes.ts';

/** Ledger entries that one transaction adds to the kept sums. */
const STEP = 5_000;
/** So few new entries are summed by every look at them: it then writes nothing. */
const FEW = 200;

/** Adds what came since the last look to the kept sums, if it is much. A fan's votes are read once, however often they look. @throws {Problem} ranking_not_found */
export async function readMyTotals(db: Database, fan: FanKey, rankingKey?: string) {
	if (rankingKey !== undefined && !(await selectIsShown(db, rankingKey))) throw new Problem('ranking_not_found');
	const { last, ...kept } = await selectSummed(db, fan);
	let through: number | null = kept.through;
	while (through !== null && last - through > FEW) through = await db.transaction((tx) => sumStep(tx, fan));
	const rows = await selectTotals(db, fan, rankingKey ?? null);
	return { totals: rows.map((row) => ({ ...presentNamedArtist(row), tickets: row.tickets })) };
}

/** Returns the number of the last entry that is summed. Null: somebody else is summing, and this look reads what is left. */
async function sumStep(tx: Tx, fan: FanKey): Promise<number | null> {
	const summed = await lockSummed(tx, fan);
	if (summed === null) return null;
	const through = Math.min(summed.through + STEP, summed.last);
	await addVotes(tx, fan, { from: summed.through, through });
	return through;
}

const selectIsShown = (db: Db, rankingKey: string): Promise<boolean> =>
	sql`select from ranking where ranking_key = ${rankingKey} and published_at is not null`
		.prepared('select_is_shown')
		.exists(db);

interface Summed {
	through: number;
	last: number;
}

const throughOf = (fanId: number) =>
	sql`coalesce((select through_seq from own_votes_summed where fan_id = ${fanId}), 0)`;

/** Votes that the fan's ledger entries paid, behind one number and through another; null for no end. */
// Looked up one by one: a plan for a fan with few votes would compare every entry with every vote.
const votesPaid = (fanId: number, from: number | Sql, through: number | null) => sql`
	(select cause from ledger_entry where fan_id = ${fanId} and kind = 'vote' and seq > ${from}
		and (${through}::bigint is null or seq <= ${through})) entry
	cross join lateral (select ranking_id, artist_id, tickets from vote
		where vote.fan_id = ${fanId} and vote.idempotency_key = entry.cause offset 0) vote`;

const selectSummed = (db: Db, { fanId }: FanKey): Promise<Summed> =>
	sql`select ${throughOf(fanId)} as through, coalesce((
			select seq from ledger_entry where fan_id = ${fanId} order by seq desc limit 1), 0) as last`.one(db);

/** Kept sums and what came since, less what is voided. */
const selectTotals = (db: Db, { fanId }: FanKey, rankingKey: string | null) =>
	sql`select artist_id, kind, en_name, native_name, native_lang, avatar_media_id, fan_color,
			hidden_at is not null as hidden, tickets
		from (
			select artist_id, sum(tickets)::bigint as tickets from (
				select ranking_id, artist_id, tickets from own_votes where fan_id = ${fanId}
				union all
				select ranking_id, artist_id, tickets from ${votesPaid(fanId, throughOf(fanId), null)}
				union all
				select ranking_id, artist_id, -tickets from vote_void gone where fan_id = ${fanId} and ${NOT_RESTORED}
			) part
			where ${rankingKey}::text is null
				or ranking_id = (select ranking_id from ranking where ranking_key = ${rankingKey})
			group by artist_id
		) given join artist using (artist_id)
		order by tickets desc, artist_id`.all<NamedArtistRow & { tickets: number; hidden: boolean }>(db);

async function lockSummed(tx: Tx, { fanId }: FanKey): Promise<Summed | null> {
	// Of two first looks at once, the second would wait for the row of the first.
	const lock = hashed(LOCK_NAMES.ownVotes(fanId));
	if (!(await sql`select pg_try_advisory_xact_lock(${lock})`.value<boolean>(tx))) return null;
	await sql`insert into own_votes_summed (fan_id, through_seq) values (${fanId}, 0) on conflict do nothing`.run(tx);
	return selectSummed(tx, { fanId });
}

/** Adds the votes of entries behind `from`. All are committed: a vote committed meanwhile has a later number. */
async function addVotes(tx: Tx, { fanId }: FanKey, { from, through }: { from: number; through: number }) {
	await sql`with added as (
			insert into own_votes (fan_id, ranking_id, artist_id, tickets)
			select ${fanId}::bigint, ranking_id, artist_id, sum(tickets) from ${votesPaid(fanId, from, through)}
			group by ranking_id, artist_id
			on conflict (fan_id, ranking_id, artist_id) do update set tickets = own_votes.tickets + excluded.tickets
		)
		update own_votes_summed set through_seq = ${through} where fan_id = ${fanId}`.run(tx);
}
