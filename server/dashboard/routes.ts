/** The first page of the console. */
import { getDashboard } from '#contract/operator/dashboard.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { openDashboard } from './dashboard.ts';

export function dashboardRoutes(deps: ConsoleDeps & { boards: Boards }): void {
	const read = openDashboard(deps);
	serveOperator(deps, getDashboard, () => read());
}
