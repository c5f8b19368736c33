/** Incidents as operators write them. Fans read them on the status page. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { incidentState, sitePart } from '../../status.ts';
import { count, epochSeconds, id, idText, words } from '../../values/shapes.ts';
import { localTime, title, version } from '../shapes.ts';

const fields = {
	title,
	parts: z.array(sitePart).check(z.minLength(1), z.maxLength(sitePart.options.length)),
	/** When the fault began, in the site's time zone. Not in the future. */
	starts_local: localTime,
};
const text = words(2_000);

export const incident = z.object({
	...fields,
	starts_local: z.string(),
	incident_id: id,
	state: incidentState,
	started_time: epochSeconds,
	ended_time: z.nullable(epochSeconds),
	ends_local: z.nullable(z.string()),
	updates: z.array(
		z.object({ state: incidentState, words: z.string(), time: epochSeconds, operator_email: z.string() }),
	),
	/** Decisions to give gems for votes that failed during the incident. */
	make_goods: z.array(
		z.object({
			fans: count,
			gems: count,
			given: count,
			decided_time: epochSeconds,
			finished_time: z.nullable(epochSeconds),
		}),
	),
	version,
});
export type Incident = z.output<typeof incident>;

const one = z.object({ incident });

export const listIncidents = endpoint({
	name: 'listIncidents',
	methods: ['GET'],
	path: '/console/incidents',
	summary: 'The last 200 incidents, latest first',
	access: 'operator',
	reply: z.object({ incidents: z.array(incident) }),
	problems: [],
});

export const openIncident = endpoint({
	name: 'openIncident',
	methods: ['POST'],
	path: '/console/incidents',
	summary: 'Opens an incident. Fans see it at once on the status page and in a notice on every page',
	access: 'operator:editor+finance',
	body: z.object({ ...fields, state: z.enum(['investigating', 'identified', 'monitoring']), words: text }),
	reply: one,
	problems: ['period_invalid'],
});

export const editIncident = endpoint({
	name: 'editIncident',
	methods: ['PUT'],
	path: '/console/incidents/:incident_id',
	summary: 'Corrects the title, the parts or the span of an incident',
	access: 'operator:editor+finance',
	params: z.object({ incident_id: idText }),
	/** `ends_local` is ignored while the incident is open. */
	body: z.object({ version, ...fields, ends_local: z.nullable(localTime) }),
	reply: one,
	problems: ['incident_not_found', 'stale_edit', 'period_invalid'],
});

export const updateIncident = endpoint({
	name: 'updateIncident',
	methods: ['POST'],
	path: '/console/incidents/:incident_id/updates',
	summary: 'Adds an update. The state `resolved` closes the incident, any other opens it again',
	access: 'operator:editor+finance',
	params: z.object({ incident_id: idText }),
	body: z.object({ version, state: incidentState, words: text }),
	reply: one,
	problems: ['incident_not_found', 'stale_edit'],
});
