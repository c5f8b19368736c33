/** The statement that reads the overview of all logs. */
import type { CaseReason } from '#contract/voting.ts';
import type { RankingStage } from '#contract/rankings.ts';
import type { Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface LogRow {
	rankingKey: string;
	title: string;
	stage: RankingStage;
	size: number;
	publishedSize: number;
	/** Epoch seconds. */
	publishedAt: number | null;
	/** Null before the first checkpoint. */
	publicKey: Buffer | null;
	tickets: number;
	voided: { reason: CaseReason; tickets: number }[];
}

/** Void and restore of a case work in batches: what is done so far counts. */
const VOIDED = `select coalesce(json_agg(json_build_object('reason', reason, 'tickets', tickets) order by reason), '[]')
	from (
		select reason, sum(case deed when 'void' then tickets_done else -tickets_done end)::bigint as tickets
		from vote_case join vote_case_work work using (case_id)
		where vote_case.ranking_id = vote_log.ranking_id group by reason
	) of_reason where tickets > 0`;

export function selectLogOverview(db: Db, most: number): Promise<LogRow[]> {
	return db.query<LogRow>({
		name: 'select_log_overview',
		text: `select ranking_key as "rankingKey", title, size, published_size as "publishedSize",
				${epochSeconds('vote_log.published_at')} as "publishedAt",
				case when certified_at is not null then 'certified' when closed_at is not null then 'closed' else 'open' end as stage,
				coalesce((select total from standing where standing.ranking_id = vote_log.ranking_id), 0) as tickets,
				(${VOIDED}) as voided, public_key as "publicKey"
			from vote_log join ranking using (ranking_id)
			order by starts_at desc, vote_log.ranking_id desc limit $1`,
		values: [most],
	});
}
