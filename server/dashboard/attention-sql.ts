/** Statements on what waits for an operator's decision: approvals, results, the next month, disputes. */
import { sql, type Db } from '#server/kernel/database.ts';

export interface WaitingRow {
	kind: 'approval_waiting' | 'result_waiting' | 'next_month_missing' | 'payment_disputed';
	target: string;
	text: string;
	/** Of an approval, what it does: its kind. Of a dispute, the provider's state. */
	about: string | null;
}

/** Results are certified by a job after their review; ten minutes later, something holds them up. */
export function selectWaiting(db: Db): Promise<WaitingRow[]> {
	return db.query<WaitingRow>(sql`(select 'approval_waiting' as kind, approval_id::text as target, why as text, approval.kind as about from approval
				where decision is null and expires_at > lightstick_now() order by asked_at limit 50)
			union all
			(select 'payment_disputed', trade_no, dispute_id, payment_dispute.status
				from payment_dispute join payment using (payment_id)
				where payment_dispute.status in ('inquiry', 'open') order by payment_dispute.heard_at limit 50)
			union all
			select 'result_waiting', ranking_key, title, null from ranking join ranking_closing closing using (ranking_id)
				where closing.closed_at + make_interval(hours => review_hours, mins => 10) <= lightstick_now()
					and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
			union all
			select 'next_month_missing', ranking_key, title, null from ranking
				where ranking_type = 'monthly' and published_at is not null
					and starts_at <= lightstick_now() and ends_at > lightstick_now()
					and ends_at < lightstick_now() + interval '7 days'
					and not exists (select from ranking next
						where next.ranking_type = 'monthly' and next.starts_at >= ranking.ends_at)`);
}
