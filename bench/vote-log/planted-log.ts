/** Gives stored votes their leaves, and has the site's own sequencer and publisher put them into the public log. */
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { openLogWriter } from '#server/stores.ts';
import { openLogKeys } from '#server/vote-log/keys.ts';
import { publishGrown } from '#server/vote-log/publisher.ts';
import { sequenceNow } from '#server/vote-log/sequencing/sequencer.ts';
import { RANKING } from '../lib/ground.ts';

/** @param db as the owner */
export async function plantLog(db: Database, config: Config): Promise<void> {
	await db.query({ text: BATCH_ROWS });
	await db.query({
		text: `select setval(pg_get_serial_sequence('log_batch', 'batch_id'), max(batch_id)) from log_batch`,
	});
	const { prefix, anchor } = config.voteLog;
	const deps = { db, store: openLogWriter(config), keys: await openLogKeys(config), prefix, anchor };
	await sequenceNow(db);
	while (await publishGrown(deps)) continue;
}

const LINE = `'v1 vote ${RANKING} ' || artist_id || ' ' || tickets || ' ' || cost_earned || ' ' || cost_purchased || ' '
	|| extract(epoch from cast_at)::bigint || ' ' || left(md5('voter' || fan_id), 22) || ' ' || idempotency_key`;
/** A leaf stands behind its length in two bytes. */
const BATCH_ROWS = `
	insert into log_batch (batch_id, ranking_id, leaves, leaf_count, vote_count, tickets, gems_earned, gems_purchased)
		overriding system value
	select batch_id, 1, string_agg(substring(int4send(length(line)) from 3) || line::bytea, ''::bytea order by place),
		count(*), count(*), sum(tickets), sum(cost_earned), sum(cost_purchased)
	from vote cross join lateral (select ${LINE} as line) of_vote
	group by batch_id`;
