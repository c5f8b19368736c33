import { epochSeconds, raw, sql, type Db } from '#server/kernel/database.ts';
import type { VoteLog } from '#contract/voting.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { selectRestores, selectRevocations } from './generations/sql.ts';
import type { LogKeys } from './keys.ts';

const LOGS_MAX = 100;

/** `prefix` stands before the names of all logs: the site's address without scheme. */
export const readLogOverview = async (db: Db, { keys, prefix }: { keys: Pick<LogKeys, 'signer'>; prefix: string }) => ({
	logs: (await selectLogOverview(db)).map(({ publicKey, ...row }) => {
		const log = `${prefix}/${row.ranking_key}`;
		return { ...row, log, vkey: formatVerifierKey(keys.signer(log, publicKey).key) };
	}),
	restores: await selectRestores(db),
	revocations: await selectRevocations(db),
});

type LogRow = Omit<VoteLog, 'log' | 'vkey'> & { publicKey: Buffer | null };

/** Void and restore of a case work in batches: what is done so far counts. */
const VOIDED =
	raw(`select coalesce(json_agg(json_build_object('reason', reason, 'tickets', tickets) order by reason), '[]')
	from (
		select reason, sum(case deed when 'void' then tickets_done else -tickets_done end)::bigint as tickets
		from vote_case join vote_case_work work using (case_id)
		where vote_case.ranking_id = vote_log.ranking_id group by reason
	) of_reason where tickets > 0`);

const HIDDEN =
	raw(`select coalesce(json_agg(json_build_object('artist', en_name, 'tickets', votes) order by votes desc), '[]')
	from standing, unnest(artist_ids, tickets) as of_artist (artist_id, votes)
		join ranking_entry using (artist_id) join artist using (artist_id)
	where standing.ranking_id = vote_log.ranking_id and ranking_entry.ranking_id = vote_log.ranking_id
		and ranking_entry.hidden_at is not null and votes > 0`);

const selectLogOverview = (db: Db): Promise<LogRow[]> =>
	sql`select ranking_key, title, published_size as entries, size - published_size as entries_waiting,
			${epochSeconds('vote_log.published_at')} as checkpoint_time,
			case when certified_at is not null then 'certified' when closed_at is not null then 'closed' else 'open' end as stage,
			coalesce((select total from standing where standing.ranking_id = vote_log.ranking_id), 0) as tickets,
			(${VOIDED}) as voided, (${HIDDEN}) as hidden, public_key as "publicKey"
		from vote_log join ranking using (ranking_id)
		order by starts_at desc, vote_log.ranking_id desc limit ${LOGS_MAX}`
		.prepared('select_log_overview')
		.all<LogRow>(db);
