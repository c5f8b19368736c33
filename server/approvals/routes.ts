import * as calls from '#contract/operator/approvals.ts';
import { approve, listApprovals, reject, type Performers } from './approvals.ts';
import { serveChange, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';

export function approvalRoutes(deps: ConsoleDeps & { performers: Performers }): void {
	const { db, performers } = deps;
	serveOperator(deps, calls.listApprovals, ({ query }) => listApprovals(db, query));
	serveOperator(deps, calls.approve, async ({ operator, params, body, idempotencyKey }) => {
		const decided = { actor: operator, approvalId: params.approval_id, decision: body };
		return { approval: await approve(db, decided, idempotencyKey, performers) };
	});
	serveChange(deps, calls.reject, async (tx, { operator, params, body }) => ({
		approval: await reject(tx, { actor: operator, approvalId: params.approval_id, decision: body }),
	}));
}
