/** The first page of the console: the dashboard, and the setup checklist of a new site. */
import * as calls from '#contract/operator/dashboard.ts';
import { getCalendar } from '#contract/operator/dashboard.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Actor } from '#server/kernel/caller.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { openDashboard } from './dashboard.ts';
import { type ConnectedServices, readCalendar, selectSetup, setMark } from './sql.ts';

export function dashboardRoutes(deps: ConsoleDeps & { boards: Boards; services: ConnectedServices }): void {
	const { db, services } = deps;
	const read = openDashboard(deps);
	serveOperator(deps, calls.getDashboard, () => read());
	serveOperator(deps, getCalendar, ({ query }) => readCalendar(db, query.month ?? null));

	/** Steps are not ticked by hand: each is read from what exists. */
	async function readSetup({ operatorId }: Actor): Promise<calls.Setup> {
		const { hidden, ...stored } = await selectSetup(db, operatorId);
		const done = { ...stored, ...services };
		return { hidden, steps: calls.setupStep.options.map((step) => ({ step, done: done[step] })) };
	}
	serveOperator(deps, calls.getSetup, ({ operator }) => readSetup(operator));
	serveOperator(deps, calls.markSetup, async ({ operator, body: { mark, on } }) => {
		const { operatorId } = operator;
		await db.transaction(async (tx) => {
			if (!(await setMark(tx, operatorId, mark, on))) return;
			await record(tx, operator, { action: 'setup.mark', target: `operator:${operatorId}`, after: { mark, on } });
		});
		return readSetup(operator);
	});
}
