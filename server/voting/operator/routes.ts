/** Routes for operators who review votes. */
import * as calls from '#contract/operator/voting/cases.ts';
import { exportCaseVotes, exportedColumns } from '#contract/operator/lists/exports.ts';
import * as concentrationCalls from '#contract/operator/voting/concentration.ts';
import { serveExport } from '#server/audit-trail/routes.ts';
import {
	serveChange,
	sendFile,
	serveOperator,
	serveOperatorFile,
	type ConsoleDeps,
} from '#server/http/console/serve.ts';
import { maskVoter, recordRead, showFans } from '#server/audit-trail/exports.ts';
import * as cases from './cases/cases.ts';
import { decideVotes } from './cases/decide.ts';
import { readConcentration, voteDaysAsCsv } from './concentration/concentration.ts';
import { listTopFans, readTimeline } from './top-fans/top-fans.ts';

export interface VotesDeps extends ConsoleDeps {
	/** Tickets that one operator may void and restore in a day without approval. */
	voidBound: number;
}

export function voteOperatorRoutes(deps: VotesDeps): void {
	const { db, voidBound } = deps;

	serveOperator(deps, concentrationCalls.readConcentration, ({ params, query }) =>
		readConcentration(db, params.ranking_key, query.artist_id ?? null),
	);
	serveOperatorFile(deps, concentrationCalls.exportVoteDays, async ({ params, reply }) => {
		const text = await voteDaysAsCsv(db, params.ranking_key);
		return sendFile(reply, { name: `votes-${params.ranking_key}.csv`, type: 'text/csv', text });
	});
	serveOperator(deps, concentrationCalls.listTopFans, async ({ operator, params, query }) => {
		const page = await listTopFans(db, params.ranking_key, query.artist_id ?? null);
		// In one order, so that fans who only change places are no new read.
		const fanIds = page.list.map(({ fan_id: fanId }) => fanId).toSorted((one, other) => one - other);
		await recordRead(db, operator, { action: 'fan.list', target: `votes:${params.ranking_key}`, fanIds });
		if (operator.readsPersonalData) return page;
		return { ...page, list: page.list.map(maskVoter) };
	});
	serveOperator(deps, concentrationCalls.readVoteTimeline, ({ params, query }) =>
		readTimeline(db, params.ranking_key, query.artist_id ?? null),
	);
	serveOperator(deps, calls.listCases, ({ query }) => cases.listCases(db, query));
	serveOperator(deps, calls.readCase, async ({ params }) => ({ case: await cases.readCase(db, params.case_id) }));
	serveOperator(deps, calls.listCaseVotes, async ({ operator, params, query }) => {
		const page = await cases.listCaseVotes(db, params.case_id, query);
		const read = { action: 'case.read_votes', target: `case:${params.case_id}` } as const;
		return showFans(db, operator, read, page, maskVoter);
	});
	serveExport(deps, exportCaseVotes, ({ params: { case_id: caseId }, body: { columns, ...filter } }) => ({
		file: `case-${caseId}.csv`,
		actions: ['case.export_votes', 'case.exported_votes'],
		target: `case:${caseId}`,
		filter,
		columns: columns ?? exportedColumns.caseVotes,
		cells: cases.caseVoteCells,
		readPage: (page) => cases.listCaseVotes(db, caseId, { ...filter, ...page }),
	}));
	serveChange(deps, calls.previewCase, (tx, { params, body }) =>
		cases.previewCase(tx, params.ranking_key, body.filter),
	);
	serveChange(deps, calls.previewVoid, (tx, { params }) => cases.previewVoid(tx, params.case_id));
	serveOperator(deps, calls.openCase, ({ operator, body, idempotencyKey }) =>
		cases.openCase(db, operator, { ...body, idempotencyKey }),
	);
	serveChange(deps, calls.dropCase, async (tx, { operator, params, body }) => ({
		case: await cases.dropCase(tx, operator, params.case_id, body.why),
	}));
	serveOperator(deps, calls.voidCase, ({ operator, params: { case_id: caseId }, body: { why }, idempotencyKey: key }) =>
		decideVotes(db, operator, { caseId, fanId: null, deed: 'void', why }, key, voidBound),
	);
	serveOperator(deps, calls.restoreCase, ({ operator, params, body: { fan_id: fanId, why }, idempotencyKey: key }) =>
		decideVotes(db, operator, { caseId: params.case_id, fanId, deed: 'restore', why }, key, voidBound),
	);
}
