/** Statements of operators on incidents. Rows are in the contract's names already. */
import type { Incident } from '#contract/operator/incidents/incidents.ts';
import type { IncidentState, SitePart } from '#contract/status.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

const local = (time: string) => `to_char(${time} at time zone timezone, 'YYYY-MM-DD"T"HH24:MI')`;
const at = (value: string) => `(select ${value}::timestamp at time zone timezone from site_setting)`;

const UPDATES = `(select json_agg(json_build_object('state', news.state, 'words', words,
		'time', ${epochSeconds('at')}, 'operator_email', operator.email) order by update_id desc)
	from incident_update news join operator using (operator_id) where news.incident_id = incident.incident_id)`;
const GIVEN = `(select coalesce(sum(made.gems), 0)::bigint from make_good_grant made
	where made.make_good_id = make_good.make_good_id and ledger_seq is not null)`;
const MAKE_GOODS = `(select json_agg(json_build_object('fans', fans, 'gems', gems, 'given', ${GIVEN},
		'decided_time', ${epochSeconds('decided_at')}, 'finished_time', ${epochSeconds('finished_at')})
		order by make_good_id desc)
	from make_good where make_good.incident_id = incident.incident_id)`;
const INCIDENT = `select incident_id, title, parts, state, ${local('started_at')} as starts_local,
		${epochSeconds('started_at')} as started_time, ${local('ended_at')} as ends_local,
		${epochSeconds('ended_at')} as ended_time, coalesce(${UPDATES}, '[]') as updates,
		coalesce(${MAKE_GOODS}, '[]') as make_goods, incident.version
	from incident cross join site_setting`;

export function selectIncidents(db: Db, most: number): Promise<Incident[]> {
	return db.query<Incident>({
		text: `${INCIDENT} order by ended_at is null desc, started_at desc, incident_id desc limit $1`,
		values: [most],
	});
}

export function lockIncident(tx: Tx, incidentId: number): Promise<Incident | null> {
	return maybeOne<Incident>(tx, {
		text: `${INCIDENT} where incident_id = $1 for update of incident`,
		values: [incidentId],
	});
}

/** A time on the site's clock, compared with now and with another one. */
export function selectOrder(
	tx: Tx,
	{ starts, ends }: { starts: string; ends: string | null },
): Promise<{ startsLater: boolean; endsLater: boolean; turned: boolean }> {
	return one(tx, {
		text: `select ${at('$1')} > lightstick_now() as "startsLater",
			coalesce(${at('$2')} > lightstick_now(), false) as "endsLater",
			coalesce(${at('$2')} < ${at('$1')}, false) as turned`,
		values: [starts, ends],
	});
}

export interface IncidentFields {
	title: string;
	parts: SitePart[];
	starts_local: string;
}

export async function insertIncident(tx: Tx, fields: IncidentFields, state: IncidentState): Promise<number> {
	const { id } = await one<{ id: number }>(tx, {
		text: `insert into incident (title, parts, started_at, state) values ($1, $2, ${at('$3')}, $4)
			returning incident_id as id`,
		values: [fields.title, fields.parts, fields.starts_local, state],
	});
	return id;
}

/** An end that was not touched keeps its seconds. */
export async function updateIncident(
	tx: Tx,
	incidentId: number,
	{ title, parts, starts_local: starts }: IncidentFields,
	{ ends, before }: { ends: string | null; before: Incident },
): Promise<void> {
	await tx.query({
		text: `update incident set title = $2, parts = $3, version = version + 1,
				started_at = case when $5 then started_at else ${at('$4')} end,
				ended_at = case when ended_at is null or $7 then ended_at else ${at('$6')} end
			where incident_id = $1`,
		values: [
			incidentId,
			title,
			parts,
			starts,
			starts === before.starts_local,
			ends,
			ends === null || ends === before.ends_local,
		],
	});
}

export interface NewUpdate {
	state: IncidentState;
	words: string;
	operatorId: number;
}

export async function insertUpdate(tx: Tx, incidentId: number, { state, words, operatorId }: NewUpdate): Promise<void> {
	await tx.query({
		text: `insert into incident_update (incident_id, state, words, operator_id) values ($1, $2, $3, $4)`,
		values: [incidentId, state, words, operatorId],
	});
}

/** Closes the incident now, keeps the end of one that is closed, or opens it again. */
export async function updateState(tx: Tx, incidentId: number, state: IncidentState): Promise<void> {
	await tx.query({
		text: `update incident set state = $2, version = version + 1,
				ended_at = case when $2 = 'resolved' then coalesce(ended_at, lightstick_now()) end
			where incident_id = $1`,
		values: [incidentId, state],
	});
}
