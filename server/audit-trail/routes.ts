import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { exportAuditTrail, exportedColumns } from '#contract/operator/lists/exports.ts';
import type { CheckedInputOf, Endpoint } from '#contract/endpoint.ts';
import {
	type AskedByOperator,
	sendCsv,
	serveOperator,
	serveOperatorFile,
	type ConsoleDeps,
} from '#server/http/console/serve.ts';
import type { Database } from '#server/kernel/database.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { type AuditEntry, readTrail, type TrailFilter } from './audit-trail.ts';
import { csvTime, exportList, type ListExport, type Reader } from './exports.ts';

/** Serves a list as a CSV file. */
export function serveExport<E extends Endpoint, Name extends string, Row>(
	deps: ConsoleDeps,
	call: E,
	listOf: (asked: AskedByOperator<E>) => Promise<ListExport<Name, Row>> | ListExport<Name, Row>,
): void {
	serveOperatorFile(deps, call, async (asked) => {
		const list = await listOf(asked);
		return sendCsv(asked.reply, list.file, await exportList(deps.db, asked.operator, list));
	});
}

export interface TargetNames {
	readNames: (db: Database, reader: Reader, targets: string[]) => Promise<Map<string, string>>;
	findFanTargets: (db: Database, reader: Reader, text: string) => Promise<string[]>;
}

export function auditTrailRoutes(deps: ConsoleDeps & TargetNames): void {
	const { db, readNames, findFanTargets } = deps;
	const filterOf = async (reader: Reader, query: TrailQuery): Promise<TrailFilter> => {
		const { search = '', operator_id: id, target, noun, what = 'changes', order, from, until } = query;
		const days = from || until ? await readSiteTimes(db) : null;
		const targets = await findFanTargets(db, reader, search);
		return {
			what,
			order,
			search,
			targets,
			operatorId: id || null,
			target: target || null,
			noun: noun || null,
			from: from ? days?.startOf(from) : undefined,
			to: until ? days?.endOf(until) : undefined,
		};
	};

	serveOperator(deps, getAuditTrail, async ({ operator, query }) => {
		const { list, cursor } = await readTrail(db, await filterOf(operator, query), query);
		const targets = list.map(({ target }) => target);
		const names = await readNames(db, operator, targets);
		return { list: list.map((entry) => ({ ...entry, target_name: names.get(entry.target) ?? null })), cursor };
	});
	serveExport(deps, exportAuditTrail, async ({ operator, body: { columns, ...query } }) => {
		const filter = await filterOf(operator, query);
		return {
			file: 'audit-trail.csv',
			actions: ['audit.export', 'audit.exported'],
			target: 'audit',
			filter: query,
			columns: columns ?? exportedColumns.audit,
			cells,
			readPage: (page) => readTrail(db, filter, page),
		};
	});
}

const cells = {
	id: ({ audit_id: id }: AuditEntry) => id,
	time: ({ time }: AuditEntry) => csvTime(time),
	operator: ({ operator }: AuditEntry) => operator?.email ?? null,
	before: ({ before }: AuditEntry) => JSON.stringify(before),
	after: ({ after }: AuditEntry) => JSON.stringify(after),
};

type TrailQuery = Partial<CheckedInputOf<typeof getAuditTrail>['query']>;
