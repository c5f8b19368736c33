/** The trail of what the clock alone has published: the site itself did it. */
import { type Database, raw, sql, LOCKS } from '#server/kernel/database.ts';

const begun = (noun: string, column: string) =>
	`select '${noun}' as noun, '${noun}:' || ${noun}_id as target, ${column} as began from ${noun}
		where hidden_at is null and ${column} > lightstick_now() - interval '1 day' and ${column} <= lightstick_now()`;
const BEGUN = raw(
	[begun('news', 'published_at'), begun('banner', 'starts_at'), begun('pop_up', 'starts_at')].join(' union all '),
);

/** Scheduled is what was stored as visible before its time came. */
export function recordScheduled(db: Database): Promise<void> {
	return db.transaction(async (tx) => {
		await sql`select pg_advisory_xact_lock(${LOCKS.scheduled})`.run(tx);
		await sql`insert into audit_entry (operator_id, action, target)
			select null, noun || '.publish', target from (${BEGUN}) begun
			where (select after ->> 'hidden' from audit_entry stored where stored.target = begun.target and at < began
					and after ? 'hidden' order by audit_id desc limit 1) = 'false'
				and not exists (select from audit_entry told
					where told.target = begun.target and told.operator_id is null and told.at >= began)
			order by began`.run(tx);
	});
}
