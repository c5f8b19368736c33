/** The first page of the console. */
import * as calls from '#contract/operator/dashboard.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { openDashboard } from './dashboard.ts';
import { markSetup, readSetup } from './setup.ts';
import type { ConnectedServices } from './sql.ts';

export function dashboardRoutes(deps: ConsoleDeps & { boards: Boards; services: ConnectedServices }): void {
	const read = openDashboard(deps);
	serveOperator(deps, calls.getDashboard, () => read());
	serveOperator(deps, calls.getSetup, ({ operator }) => readSetup(deps, operator));
	serveOperator(deps, calls.markSetup, ({ operator, body }) => markSetup(deps, operator, body));
}
