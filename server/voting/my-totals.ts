/** What a fan gave to each artist, over all rankings. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMyTotals } from '#contract/my-account.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Db } from '#server/kernel/database.ts';
import { presentNamedArtist, type NamedArtistRow } from '#server/rankings/presenters.ts';

interface TotalRow extends NamedArtistRow {
	tickets: number;
}

/** Reads all votes of one fan, which stand together in the table's key. */
export async function readMyTotals(db: Db, { bucket, fanId }: FanKey): Promise<ReplyOf<typeof getMyTotals>> {
	const rows = await db.query<TotalRow>({
		text: `select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", avatar_media_id as "avatarMediaId", fan_color as "fanColor", tickets
			from (
				select artist_id, coalesce(sum(tickets) filter (where not exists (
					select from vote_void gone
					where gone.bucket = vote.bucket and gone.fan_id = vote.fan_id
						and gone.idempotency_key = vote.idempotency_key
						and not exists (select from vote_restore back where back.case_id = gone.case_id
							and back.bucket = gone.bucket and back.fan_id = gone.fan_id
							and back.idempotency_key = gone.idempotency_key))), 0)::bigint as tickets
				from vote where bucket = $1 and fan_id = $2 group by artist_id
			) given join artist using (artist_id)
			order by tickets desc, artist_id`,
		values: [bucket, fanId],
	});
	return { totals: rows.map((row) => ({ ...presentNamedArtist(row), tickets: row.tickets })) };
}
