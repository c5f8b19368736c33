/** The overview of all public logs, for everybody. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getVoteLogs, VoteLog } from '#contract/voting.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import type { Db } from '#server/kernel/database.ts';
import { selectRestores, selectRevocations } from '../generations/sql.ts';
import type { LogKeys } from '../keys.ts';
import { selectLogOverview } from './sql.ts';

const LOGS_MAX = 100;

/** `prefix` stands before the names of all logs: the site's address without scheme. */
export async function readLogOverview(
	db: Db,
	{ keys, prefix }: { keys: Pick<LogKeys, 'signer'>; prefix: string },
): Promise<ReplyOf<typeof getVoteLogs>> {
	const [rows, restores] = [await selectLogOverview(db, LOGS_MAX), await selectRestores(db)];
	const logs = rows.map((row): VoteLog => {
		const log = `${prefix}/${row.rankingKey}`;
		return {
			ranking_key: row.rankingKey,
			title: row.title,
			stage: row.stage,
			log,
			vkey: formatVerifierKey(keys.signer(log, row.publicKey).key),
			entries: row.publishedSize,
			entries_waiting: row.size - row.publishedSize,
			checkpoint_time: row.publishedAt,
			tickets: row.tickets,
			voided: row.voided,
		};
	});
	return {
		logs,
		restores: restores.map(({ restoredTo, begunAt }) => ({ restored_to: restoredTo, begun_at: begunAt })),
		revocations: (await selectRevocations(db)).map((time) => ({ time })),
	};
}
