/** Incidents in the hands of operators: open, update, correct. Every step is in the audit trail. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/operator/incidents/incidents.ts';
import { type Incident, incidents } from '#contract/operator/incidents/incidents.ts';
import { record, changeThing } from '#server/audit-trail/audit-trail.ts';
import { type Db, type Tx, epochSeconds, localTime, row, sql } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { insertRow, lockRow, updateRow, rowsOf, type Table } from '#server/resources/table.ts';

const LISTED_MAX = 200;

export const listIncidents = (db: Db): Promise<Incident[]> =>
	sql`${rowsOf(stored)}
		order by ended_at is null desc, started_at desc, incident_id desc limit ${LISTED_MAX}`.all(db);

export const lockIncident = async (tx: Tx, incidentId: number): Promise<Incident> =>
	orRefuse(await lockRow(tx, stored, incidentId), 'incident_not_found');

export async function openIncident(
	tx: Tx,
	actor: Actor,
	{ state, words, starts_local: starts, ...fields }: CheckedInputOf<typeof calls.openIncident>['body'],
): Promise<{ id: number }> {
	await expectPast(tx, { starts, ends: null });
	const incidentId = Number(await insertRow(tx, stored, { ...fields, state, starts_local: starts }));
	await insertUpdate(tx, incidentId, actor, { state, words });
	const after = { ...fields, starts_local: starts, state, words };
	await record(tx, actor, { action: 'incident.open', target: `incident:${incidentId}`, after });
	return { id: incidentId };
}

export function editIncident(
	tx: Tx,
	actor: Actor,
	incidentId: number,
	{ version, starts_local: starts, ends_local: ends, ...fields }: CheckedInputOf<typeof calls.editIncident>['body'],
): Promise<Incident> {
	return change(tx, actor, { incidentId, version, action: 'incident.edit' }, async (before) => {
		// Only a step ends an open incident.
		const end = before.ended_time === null ? null : (ends ?? before.ends_local);
		await expectPast(tx, { starts, ends: end }, before);
		await updateRow(tx, stored, incidentId, { ...fields, starts_local: starts, ends_local: end }, before);
	});
}

export function updateIncident(
	tx: Tx,
	actor: Actor,
	incidentId: number,
	{ version, state, words }: CheckedInputOf<typeof calls.updateIncident>['body'],
): Promise<Incident> {
	return change(tx, actor, { incidentId, version, action: 'incident.update' }, async () => {
		await insertUpdate(tx, incidentId, actor, { state, words });
		// Closes the incident now, keeps the end of one that is closed, or opens it again.
		await sql`update incident set state = ${state}, version = version + 1,
				ended_at = case when ${state} = 'resolved' then coalesce(ended_at, lightstick_now()) end
			where incident_id = ${incidentId}`.run(tx);
	});
}

function change(
	tx: Tx,
	actor: Actor,
	{ incidentId, version, action }: { incidentId: number; version: number; action: string },
	write: (before: calls.Incident) => Promise<void>,
): Promise<Incident> {
	const edit = { action, target: `incident:${incidentId}`, version, missing: 'incident_not_found' } as const;
	return changeThing(tx, actor, edit, { read: () => lockRow(tx, stored, incidentId), write });
}

/** A span in the future would promise gems. Unchanged times keep their instants. @throws {Problem} */
async function expectPast(tx: Tx, { starts, ends }: { starts: string; ends: string | null }, before?: calls.Incident) {
	const times = await readSiteTimes(tx);
	const kept = (local: string | null, seconds: number | null) => ({ local, seconds });
	const startedAt = times.instantOf('starts_local', starts, before && kept(before.starts_local, before.started_time));
	const endedAt = times.instantOf('ends_local', ends, before && kept(before.ends_local, before.ended_time));
	if (startedAt > times.now || (endedAt && (endedAt > times.now || endedAt < startedAt)))
		throw new Problem('period_invalid', { message: 'The fault must have begun before now, and ended after it began' });
}

const UPDATES = sql`(select json_agg(json_build_object('state', news.state, 'words', words,
		'time', ${epochSeconds('at')}, 'operator_email', operator.email) order by update_id desc)
	from incident_update news join operator using (operator_id) where news.incident_id = incident.incident_id)`;
const GIVEN = sql`(select coalesce(sum(made.gems), 0)::bigint from make_good_grant made
	where made.make_good_id = make_good.make_good_id and ledger_seq is not null)`;
const MAKE_GOODS = sql`(select json_agg(json_build_object('fans', fans, 'gems', gems, 'given', ${GIVEN},
		'decided_time', ${epochSeconds('decided_at')}, 'finished_time', ${epochSeconds('finished_at')})
		order by make_good_id desc)
	from make_good where make_good.incident_id = incident.incident_id)`;
export const stored: Table<object, Incident> = {
	...incidents,
	table: 'incident',
	instants: { starts_local: 'started_at', ends_local: 'ended_at' },
	shown: sql`state, ${epochSeconds('started_at')} as started_time, ${localTime('ended_at')} as ends_local,
		${epochSeconds('ended_at')} as ended_time, coalesce(${UPDATES}, '[]') as updates,
		coalesce(${MAKE_GOODS}, '[]') as make_goods`,
};

type NewUpdate = Pick<CheckedInputOf<typeof calls.updateIncident>['body'], 'state' | 'words'>;

const insertUpdate = (tx: Tx, incidentId: number, actor: Actor, update: NewUpdate): Promise<void> =>
	sql`insert into incident_update ${row({ incident_id: incidentId, ...update, operator_id: actor.operatorId })}`.run(
		tx,
	);
