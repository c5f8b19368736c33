/** The first page of the console. */
import { getDashboard } from '#contract/operator/dashboard.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { openDashboard } from './dashboard.ts';

export function dashboardRoutes(house: ConsoleHouse & { boards: Boards }): void {
	const read = openDashboard(house);
	serveOperator(house, getDashboard, () => read());
}
