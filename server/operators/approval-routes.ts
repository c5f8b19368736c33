/** What waits for a second operator. */
import * as calls from '#contract/operator/approvals.ts';
import { decide, listApprovals, type Performers } from './approvals.ts';
import { serveOperator, type ConsoleHouse } from './console.ts';

export function approvalRoutes(house: ConsoleHouse & { performers: Performers }): void {
	const { db, performers } = house;
	serveOperator(house, calls.listApprovals, ({ query }) => listApprovals(db, query));
	serveOperator(house, calls.approve, async ({ operator, params, body }) => ({
		approval: await decide(db, operator, params.approval_id, { ...body, decision: 'approved' }, performers),
	}));
	serveOperator(house, calls.reject, async ({ operator, params, body }) => ({
		approval: await decide(db, operator, params.approval_id, { ...body, decision: 'rejected' }, performers),
	}));
}
