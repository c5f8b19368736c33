/** The audit trail, read and taken along as a file. */
import { exportAuditTrail, getAuditTrail } from '#contract/operator/audit-trail.ts';
import { sendFile, serveOperator, serveOperatorFile, type ConsoleDeps } from '#server/http/console/serve.ts';
import { exportTrail, readTrail, type TrailFilter } from './audit-trail.ts';
import { recordRead } from './personal-data.ts';

export function auditTrailRoutes(deps: ConsoleDeps): void {
	const { db, reads } = deps;

	serveOperator(deps, getAuditTrail, ({ query }) => readTrail(db, filterOf(query), query));
	serveOperatorFile(deps, exportAuditTrail, async ({ operator, query, reply }) => {
		await recordRead(db, operator, { action: 'audit.export', target: 'audit' });
		return sendFile(reply, {
			name: 'audit-trail.csv',
			type: 'text/csv',
			text: await exportTrail(reads, filterOf(query)),
		});
	});
}

function filterOf({ search = '', operator_id: id, target, what = 'changes' }: TrailQuery): TrailFilter {
	return { what, search, operatorId: id || null, target: target || null };
}

interface TrailQuery {
	search?: string | undefined;
	operator_id?: number | undefined;
	target?: string | undefined;
	what?: TrailFilter['what'] | undefined;
}
