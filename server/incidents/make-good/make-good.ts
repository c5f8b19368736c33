/** Gives the gems that votes refused by a fault would have cost, up to a limit, once per incident, if approved. */
import * as z from 'zod/mini';
import type { Incident, MakeGood, makeGoodFor } from '#contract/operator/incidents/incidents.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { applyOrRequestApproval, type Approved } from '#server/approvals/approvals.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { type Database, type Tx, sql as statement } from '#server/kernel/database.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { lockIncident } from '../operator/incidents.ts';
import * as sql from './sql.ts';
import { isErased, lockWallet, post } from '#server/gems/gems.ts';
import { eachInSavepoint, runAllSettled, throwTogether } from '#server/jobs/each.ts';

const LISTED = 100;

type Asked = CheckedInputOf<typeof makeGoodFor>['body'] & { incidentId: number };

const payloadShape = z.object({
	incident_id: z.int(),
	gems_per_fan_max: z.int(),
	fans: z.int(),
	gems: z.int(),
	started_time: z.int(),
	ended_time: z.nullable(z.int()),
});
type Payload = z.output<typeof payloadShape>;

export function previewMakeGood(db: Database, incidentId: number, gemsPerFan: number): Promise<MakeGood> {
	return db.transaction(async (tx) => {
		await lockResolved(tx, incidentId);
		return sql.selectOwed(tx, incidentId, { gemsPerFan, listed: LISTED });
	});
}

export function askMakeGood(db: Database, actor: Actor, { incidentId, why, ...asked }: Asked, key: string) {
	const request = { operatorId: actor.operatorId, operation: 'make_good', key, request: { incidentId, why, ...asked } };
	return db.transaction((tx) =>
		onceByOperator(tx, request, async () => {
			const { title, started_time, ended_time } = await lockResolved(tx, incidentId);
			const payload: Payload = { incident_id: incidentId, ...asked, started_time, ended_time };
			expectWithin(await sql.selectOwed(tx, incidentId, { gemsPerFan: asked.gems_per_fan_max, listed: 0 }), payload);
			const target = `incident:${incidentId}`;
			const approval = { kind: 'make_good', payload: { ...payload, title }, why, target, large: true } as const;
			const approvalId = await applyOrRequestApproval(tx, actor, approval, () =>
				decide(tx, actor, payload, { why, approvalId: null }),
			);
			return { status: approvalId === null ? ('begun' as const) : ('waiting' as const), approval_id: approvalId };
		}),
	);
}

export async function performMakeGood(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	await decide(tx, askedBy, z.parse(payloadShape, payload), { why, approvalId });
}

async function decide(
	tx: Tx,
	actor: Actor,
	payload: Payload,
	{ why, approvalId = null }: { why: string; approvalId?: string | null },
): Promise<void> {
	const { incident_id: incidentId, gems_per_fan_max: gemsPerFan } = payload;
	const { started_time, ended_time } = await lockResolved(tx, incidentId);
	if (started_time !== payload.started_time || ended_time !== payload.ended_time) throw new Problem('stale_edit');
	const made = await sql.insertMakeGood(tx, { incidentId, gemsPerFan, askedBy: actor.operatorId, approvalId });
	expectWithin(made ?? { fans: 0, gems: 0 }, payload);
	await enqueue(tx, 'give_make_goods', {}, { key: 'give_make_goods' });
	const after = { ...made, gems_per_fan_max: gemsPerFan, approval_id: approvalId };
	await record(tx, actor, { action: 'incident.make_good', target: `incident:${incidentId}`, after, why });
}

/** Its span is final, and two decisions about it follow each other. @throws {Problem} */
async function lockResolved(tx: Tx, incidentId: number): Promise<Incident> {
	const incident = await lockIncident(tx, incidentId);
	if (incident.ended_time === null) throw new Problem('incident_open');
	return incident;
}

/** Fans may have gone since the operators saw the sum. Nobody may have come. */
function expectWithin(now: { fans: number; gems: number }, seen: { fans: number; gems: number }): void {
	if (now.fans === 0) throw new Problem('make_good_empty');
	if (now.fans > seen.fans || now.gems > seen.gems) throw new Problem('stale_edit');
}

/** A batch holds its wallets for some tens of milliseconds, and votes of these fans wait. */
const BATCH = 50;

/** In batches, each a transaction, so that no grant is given twice. Runs when one is made, and every minute. */
export async function giveMakeGoods(
	db: Database,
	{ batch = BATCH, stopping }: { batch?: number; stopping?: AbortSignal } = {},
): Promise<void> {
	const goesOn = () => !stopping?.aborted;
	const open = await statement`select make_good_id from make_good where finished_at is null
		order by make_good_id limit 100`.column<number>(db);
	await runAllSettled(open, async (makeGoodId) => {
		/** Grants that failed in this run, by fan. The next run tries them again. */
		const failed = new Map<number, unknown>();
		while (goesOn() && (await db.transaction((tx) => giveBatch(tx, makeGoodId, batch, failed)))) continue;
		throwTogether([...failed.values()], failed.size);
	});
}

async function giveBatch(tx: Tx, makeGoodId: number, batch: number, failed: Map<number, unknown>): Promise<boolean> {
	if (!(await sql.lockMakeGood(tx, makeGoodId))) return false;
	const grants = await sql.selectGrants(tx, makeGoodId, batch, [...failed.keys()]);
	const faults = await eachInSavepoint(tx, grants, async (grant) => {
		await lockWallet(tx, grant);
		if (await isErased(tx, grant)) return sql.settleGrant(tx, grant, null);
		const change = { earned: grant.gems, purchased: 0 };
		const { seq } = await post(tx, grant, { kind: 'adjustment', change, cause: `incident ${grant.incidentId}` });
		return sql.settleGrant(tx, grant, seq);
	});
	for (const [{ fanId }, error] of faults) failed.set(fanId, error);
	if (grants.length === 0 && failed.size === 0)
		await statement`update make_good set finished_at = lightstick_now() where make_good_id = ${makeGoodId}`.run(tx);
	return grants.length > 0;
}
