/** Incidents as fans read them, on the status page and in the notice of every page. */
import type { PublicIncident } from '#contract/status.ts';
import type { Db } from '#server/kernel/database.ts';
import { selectPublicIncidents } from './sql.ts';

export { selectNotice as readNotice } from './sql.ts';

const PAST_DAYS = 90;
const LISTED_MAX = 30;

export interface Incidents {
	open: PublicIncident[];
	past: PublicIncident[];
}

export async function readIncidents(db: Db): Promise<Incidents> {
	const all = await selectPublicIncidents(db, { days: PAST_DAYS, most: LISTED_MAX });
	return {
		open: all.filter((incident) => incident.ended_time === null),
		past: all.filter((incident) => incident.ended_time !== null),
	};
}
