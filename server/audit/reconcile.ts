/** The books are proved again by themselves, so that a fault is known within the hour and not on the day of an audit. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/kernel/database.ts';
import { audit } from './audit.ts';

/** Says what is broken, once for each rule, in the log and on the dashboard; nothing is mended by a program. */
export async function reconcile(db: Database, log: Pick<FastifyBaseLogger, 'error' | 'info'>): Promise<boolean> {
	const { findings, passed, supply } = await audit(db);
	for (const { rule, broken, example } of findings) {
		if (broken > 0) log.error({ rule, broken, example }, 'the books do not balance');
	}
	if (passed) log.info({ supply }, 'the books balance');
	const broken = findings.filter((finding) => finding.broken > 0).map(({ rule }) => rule);
	await db.query({
		text: `insert into reconciliation (checked_at, broken) values (lightstick_now(), $1)
			on conflict (only_row) do update set checked_at = excluded.checked_at, broken = excluded.broken`,
		values: [broken],
	});
	return passed;
}
