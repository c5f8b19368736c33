/** The first page of the console. */
import { getDashboard } from '#contract/operator/dashboard.ts';
import * as setupCalls from '#contract/operator/dashboard.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { openDashboard } from './dashboard.ts';
import { type ConnectedServices, markSetup, readSetup } from './setup.ts';

export function dashboardRoutes(deps: ConsoleDeps & { boards: Boards; services: ConnectedServices }): void {
	const read = openDashboard(deps);
	serveOperator(deps, getDashboard, () => read());
	serveOperator(deps, setupCalls.getSetup, ({ operator }) => readSetup(deps, operator));
	serveOperator(deps, setupCalls.markSetup, ({ operator, body }) => markSetup(deps, operator, body));
}
