/** Statements of operators on incidents. Rows are in the contract's names already. */
import { type Incident, incidents } from '#contract/operator/incidents/incidents.ts';
import type { IncidentState } from '#contract/status.ts';
import { type Db, type Tx, epochSeconds, localTime, sql } from '#server/kernel/database.ts';
import { rowsOf, type Table } from '#server/resources/table.ts';

const UPDATES = sql`(select json_agg(json_build_object('state', news.state, 'words', words,
		'time', ${epochSeconds('at')}, 'operator_email', operator.email) order by update_id desc)
	from incident_update news join operator using (operator_id) where news.incident_id = incident.incident_id)`;
const GIVEN = sql`(select coalesce(sum(made.gems), 0)::bigint from make_good_grant made
	where made.make_good_id = make_good.make_good_id and ledger_seq is not null)`;
const MAKE_GOODS = sql`(select json_agg(json_build_object('fans', fans, 'gems', gems, 'given', ${GIVEN},
		'decided_time', ${epochSeconds('decided_at')}, 'finished_time', ${epochSeconds('finished_at')})
		order by make_good_id desc)
	from make_good where make_good.incident_id = incident.incident_id)`;
export const incident: Table<object, Incident> = {
	...incidents,
	table: 'incident',
	instants: { starts_local: 'started_at', ends_local: 'ended_at' },
	shown: sql`state, ${epochSeconds('started_at')} as started_time, ${localTime('ended_at')} as ends_local,
		${epochSeconds('ended_at')} as ended_time, coalesce(${UPDATES}, '[]') as updates,
		coalesce(${MAKE_GOODS}, '[]') as make_goods`,
};

export function selectIncidents(db: Db, most: number): Promise<Incident[]> {
	return sql`${rowsOf(incident)}
		order by ended_at is null desc, started_at desc, incident_id desc limit ${most}`.all(db);
}

export interface NewUpdate {
	state: IncidentState;
	words: string;
	operatorId: number;
}

export function insertUpdate(tx: Tx, incidentId: number, { state, words, operatorId }: NewUpdate): Promise<void> {
	return sql`insert into incident_update (incident_id, state, words, operator_id)
		values (${incidentId}, ${state}, ${words}, ${operatorId})`.run(tx);
}

/** Closes the incident now, keeps the end of one that is closed, or opens it again. */
export function updateState(tx: Tx, incidentId: number, state: IncidentState): Promise<void> {
	return sql`update incident set state = ${state}, version = version + 1,
			ended_at = case when ${state} = 'resolved' then coalesce(ended_at, lightstick_now()) end
		where incident_id = ${incidentId}`.run(tx);
}
