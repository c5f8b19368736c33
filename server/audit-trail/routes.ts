/** The audit trail, read and taken along as a file. */
import { exportAuditTrail, getAuditTrail } from '#contract/operator/audit-trail.ts';
import { sendFile, serveOperator, serveOperatorFile, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Database } from '#server/kernel/database.ts';
import { exportTrail, readTrail, type TrailFilter } from './audit-trail.ts';
import { recordRead, type Reader } from './personal-data.ts';

/** What other domains know of the trail's targets (`noun:id`). */
export interface TargetNames {
	readNames: (db: Database, reader: Reader, targets: string[]) => Promise<Map<string, string>>;
	findFanTargets: (db: Database, reader: Reader, text: string) => Promise<string[]>;
}

export function auditTrailRoutes(deps: ConsoleDeps & TargetNames): void {
	const { db, reads, readNames, findFanTargets } = deps;
	const filterOf = async (reader: Reader, query: TrailQuery): Promise<TrailFilter> => {
		const { search = '', operator_id: id, target, noun, what = 'changes' } = query;
		const targets = await findFanTargets(db, reader, search);
		return { what, search, targets, operatorId: id || null, target: target || null, noun: noun || null };
	};

	serveOperator(deps, getAuditTrail, async ({ operator, query }) => {
		const { list, cursor } = await readTrail(db, await filterOf(operator, query), query);
		const targets = list.map(({ target }) => target);
		const names = await readNames(db, operator, targets);
		return { list: list.map((entry) => ({ ...entry, target_name: names.get(entry.target) ?? null })), cursor };
	});
	serveOperatorFile(deps, exportAuditTrail, async ({ operator, query, reply }) => {
		await recordRead(db, operator, { action: 'audit.export', target: 'audit' });
		return sendFile(reply, {
			name: 'audit-trail.csv',
			type: 'text/csv',
			text: await exportTrail(reads, await filterOf(operator, query)),
		});
	});
}

interface TrailQuery {
	search?: string | undefined;
	operator_id?: number | undefined;
	target?: string | undefined;
	noun?: string | undefined;
	what?: TrailFilter['what'] | undefined;
}
