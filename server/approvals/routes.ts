import * as calls from '#contract/operator/approvals.ts';
import { approve, listApprovals, reject, type Performers } from './approvals.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';

export function approvalRoutes(deps: ConsoleDeps & { performers: Performers }): void {
	const { db, performers } = deps;
	serveOperator(deps, calls.listApprovals, ({ query }) => listApprovals(db, query));
	serveOperator(deps, calls.approve, async ({ operator, params, body, idempotencyKey }) => {
		const decided = { actor: operator, approvalId: params.approval_id, decision: body };
		return { approval: await approve(db, decided, idempotencyKey, performers) };
	});
	serveOperator(deps, calls.reject, async ({ operator, params, body }) => ({
		approval: await reject(db, { actor: operator, approvalId: params.approval_id, decision: body }),
	}));
}
