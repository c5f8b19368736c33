/** The setup checklist of a new site. Steps are not ticked by hand: each is read from what exists. */
import { type markSetup as markCall, type Setup, setupStep } from '#contract/operator/dashboard.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import * as sql from './setup-sql.ts';

/** Services that the environment of the server connects. */
export interface ConnectedServices {
	/** A provider that fans sign in with. */
	sign_on: boolean;
	payments: boolean;
	push: boolean;
}

export interface SetupDeps {
	db: Database;
	services: ConnectedServices;
}

export async function readSetup({ db, services }: SetupDeps, { operatorId }: Actor): Promise<Setup> {
	const { hidden, ...stored } = await sql.selectSetup(db, operatorId);
	const done = { ...stored, ...services };
	return { hidden, steps: setupStep.options.map((step) => ({ step, done: done[step] })) };
}

export async function markSetup(
	deps: SetupDeps,
	actor: Actor,
	{ mark, on }: CheckedInputOf<typeof markCall>['body'],
): Promise<Setup> {
	const { operatorId } = actor;
	await deps.db.transaction(async (tx) => {
		const changed = await (on ? sql.insertMark(tx, operatorId, mark) : sql.deleteMark(tx, operatorId, mark));
		if (!changed) return;
		await record(tx, actor, { action: 'setup.mark', target: `operator:${operatorId}`, after: { mark, on } });
	});
	return readSetup(deps, actor);
}
