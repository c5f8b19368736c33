/** Statements on the kept sums of a fan's own votes. */
import { one, type Db, type Tx } from '#server/kernel/database.ts';
import { LOCK_NAMES, lockNumber } from '#server/kernel/locks.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { NamedArtistRow } from '#server/rankings/presenters.ts';

export interface TotalRow extends NamedArtistRow {
	tickets: number;
}

export interface Summed {
	/** Number of the last ledger entry that is summed. */
	through: number;
	/** Number of the fan's last entry. */
	last: number;
}

const THROUGH = `coalesce((select through_seq from own_votes_summed where fan_id = $1), 0)`;

/** Looked up one by one: a plan for a fan with few votes would compare every entry with every vote. */
const VOTE_OF_ENTRY = `cross join lateral (select artist_id, tickets from vote
	where vote.fan_id = $1 and vote.idempotency_key = entry.cause offset 0) vote`;

export function selectSummed(db: Db, { fanId }: FanKey): Promise<Summed> {
	return one<Summed>(db, {
		text: `select ${THROUGH} as through, coalesce((
				select seq from ledger_entry where fan_id = $1 order by seq desc limit 1), 0) as last`,
		values: [fanId],
	});
}

/** Kept sums and what came since, less what is voided. */
export function selectTotals(db: Db, { fanId }: FanKey): Promise<TotalRow[]> {
	return db.query<TotalRow>({
		text: `select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", avatar_media_id as "avatarMediaId", fan_color as "fanColor", tickets
			from (
				select artist_id, sum(tickets)::bigint as tickets from (
					select artist_id, tickets from own_votes where fan_id = $1
					union all
					select artist_id, tickets
					from (select cause from ledger_entry where fan_id = $1 and seq > ${THROUGH} and kind = 'vote') entry
					${VOTE_OF_ENTRY}
					union all
					select artist_id, -tickets from vote_void gone
					where fan_id = $1
						and not exists (select from vote_restore back where back.case_id = gone.case_id
							and back.fan_id = gone.fan_id and back.idempotency_key = gone.idempotency_key)
				) part group by artist_id
			) given join artist using (artist_id)
			order by tickets desc, artist_id`,
		values: [fanId],
	});
}

/** Locks the fan's sums. Returns what is in them, or null if somebody else has locked them. */
export async function lockSummed(tx: Tx, { fanId }: FanKey): Promise<Summed | null> {
	// Of two first looks at once, the second would wait for the row of the first.
	const lock = `select pg_try_advisory_xact_lock(${lockNumber('$1')}) as free`;
	if (!(await one<{ free: boolean }>(tx, { text: lock, values: [LOCK_NAMES.ownVotes(fanId)] })).free) return null;
	await tx.query({
		text: `insert into own_votes_summed (fan_id, through_seq) values ($1, 0) on conflict do nothing`,
		values: [fanId],
	});
	return selectSummed(tx, { fanId });
}

/**
 * Adds the votes of these entries to the locked sums, without the first and with the last. All of them are committed: a vote
 * that is committed meanwhile has a later number.
 */
export async function addVotes(
	tx: Tx,
	{ fanId }: FanKey,
	{ from, through }: { from: number; through: number },
): Promise<void> {
	await tx.query({
		text: `with added as (
				insert into own_votes (fan_id, artist_id, tickets)
				select $1, artist_id, sum(tickets)
				from (select cause from ledger_entry where fan_id = $1 and seq > $2 and seq <= $3 and kind = 'vote') entry
				${VOTE_OF_ENTRY}
				group by artist_id
				on conflict (fan_id, artist_id) do update set tickets = own_votes.tickets + excluded.tickets
			)
			update own_votes_summed set through_seq = $3 where fan_id = $1`,
		values: [fanId, from, through],
	});
}
