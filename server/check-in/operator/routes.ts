/** The check-in, as operators set it. */
import * as calls from '#contract/operator/site/settings.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { changeRewards, changeRule, type CheckInDeps } from './check-in.ts';
import { selectCheckIn } from './sql.ts';

export function checkInOperatorRoutes(deps: ConsoleDeps & CheckInDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.readCheckInSettings, async () => ({ check_in: await selectCheckIn(db) }));
	serveOperator(deps, calls.editCheckInRule, async ({ operator, body }) => ({
		check_in: await changeRule(db, operator, body),
	}));
	serveOperator(deps, calls.editCheckInRewards, async ({ operator, body }) => {
		const approvalId = await changeRewards(deps, operator, body);
		return { check_in: await selectCheckIn(db), approval_id: approvalId };
	});
}
