/** Counts the votes of some fans again, by their keys, where the kept rows may lack votes. */
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type { Db } from '#server/kernel/database.ts';
import type { TopFanRow } from './sql.ts';

/** A fan with more votes in all rankings keeps what is known: reading them all would take too long. */
const READ_MAX = 2_000;

interface Asked {
	rankingId: number;
	artistId: number | null;
}

interface Exact extends Pick<
	TopFanRow,
	'fan_id' | 'votes' | 'tickets' | 'earned' | 'purchased' | 'first_time' | 'last_time'
> {
	read: number;
}

/** Returns the rows with exact numbers as far as possible, most tickets first. */
export async function withExactVotes(db: Db, rows: readonly TopFanRow[], asked: Asked): Promise<TopFanRow[]> {
	const inexact = rows.filter(({ missed }) => missed > 0);
	if (inexact.length === 0) return [...rows];
	const exact = new Map((await selectExact(db, inexact, asked)).map((row) => [row.fan_id, row]));
	return rows
		.map((row) => {
			const found = exact.get(row.fan_id);
			if (!found || found.read > READ_MAX) return row;
			const { read: _, ...numbers } = found;
			const ofArtist = asked.artistId === null ? {} : { artist_tickets: numbers.tickets };
			return { ...row, ...numbers, ...ofArtist, missed: 0 };
		})
		.toSorted((one, other) => other.tickets - one.tickets || one.fan_id - other.fan_id);
}

/** Counts to where the kept rows are counted, so that all rows show the same moment. */
function selectExact(db: Db, fans: readonly TopFanRow[], { rankingId, artistId }: Asked): Promise<Exact[]> {
	return sql`select asked.fan_id, votes, tickets, earned, purchased, first_time, last_time, read
		from unnest(${fans.map(({ fan_id: fanId }) => fanId)}::bigint[]) asked (fan_id)
		cross join lateral (
			select count(*) as read, count(*) filter (where asked_for) as votes,
				coalesce(sum(tickets) filter (where asked_for), 0)::bigint as tickets,
				coalesce(sum(cost_earned) filter (where asked_for), 0)::bigint as earned,
				coalesce(sum(cost_purchased) filter (where asked_for), 0)::bigint as purchased,
				${epochSeconds('min(cast_at) filter (where asked_for)')} as first_time,
				${epochSeconds('max(cast_at) filter (where asked_for)')} as last_time
			from (
				select *, ranking_id = ${rankingId} and (${artistId}::integer is null or artist_id = ${artistId})
					and cast_at < (select counted_through from vote_fan_counting) as asked_for
				from vote where vote.fan_id = asked.fan_id limit ${READ_MAX}::integer + 1
			) own
		) counted`.all(db);
}
