/** The setup checklist of a new site. Steps are not ticked by hand: each is read from what exists. */
import * as calls from '#contract/operator/dashboard.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import * as sql from './sql.ts';

export interface SetupDeps {
	db: Database;
	services: sql.ConnectedServices;
}

export async function readSetup({ db, services }: SetupDeps, { operatorId }: Actor): Promise<calls.Setup> {
	const { hidden, ...stored } = await sql.selectSetup(db, operatorId);
	const done = { ...stored, ...services };
	return { hidden, steps: calls.setupStep.options.map((step) => ({ step, done: done[step] })) };
}

export async function markSetup(
	deps: SetupDeps,
	actor: Actor,
	{ mark, on }: CheckedInputOf<typeof calls.markSetup>['body'],
): Promise<calls.Setup> {
	const { operatorId } = actor;
	await deps.db.transaction(async (tx) => {
		const changed = await sql.setMark(tx, operatorId, mark, on);
		if (!changed) return;
		await record(tx, actor, { action: 'setup.mark', target: `operator:${operatorId}`, after: { mark, on } });
	});
	return readSetup(deps, actor);
}
