import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { incidentState, sitePart } from '../../status.ts';
import { count, epochSeconds, id, idText, words, bigId, INTEGER_MAX } from '../../values/shapes.ts';
import { resource } from '../resource.ts';
import { localTime, title, version, waitsAs, why, read } from '../shapes.ts';

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

export const listIncidents = read({
	path: '/console/incidents',
	summary: 'The last 200 incidents, latest first',
	reply: z.object({ incidents: z.array(incident) }),
});

export const incidents = {
	list: listIncidents,
	...resource({
		noun: 'incident',
		path: '/console/incidents',
		key: idText,
		fields,
		first: { state: z.enum(['investigating', 'identified', 'monitoring']), words: text },
		/** Ignored while the incident is open. */
		later: { ends_local: z.nullable(localTime) },
		reply: one,
		creates: 'Opens an incident. Fans see it at once on the status page and in a notice on every page',
		edits: 'Corrects the title, the parts or the span of an incident',
		access: 'operator:editor+finance',
		missing: 'incident_not_found',
	}),
};
export const { create: openIncident, edit: editIncident } = incidents;

export const updateIncident = endpoint({
	path: '/console/incidents/:incident_id/updates',
	summary: 'Adds an update. The state `resolved` closes the incident, any other opens it again',
	access: 'operator:editor+finance',
	params: z.object({ incident_id: idText }),
	body: z.object({ version, state: incidentState, words: text }),
	reply: one,
	problems: ['incident_not_found', 'stale_edit'],
	idempotent: true,
});

/** Gems for fans whose votes a fault refused. docs/operating/make-good.md has the rule. */
const GEMS_PER_FAN_MAX = 100_000;
const gemsPerFan = z.int().check(z.gte(1), z.lte(GEMS_PER_FAN_MAX));

/** Sums of a preview, which come back. */
const previewed = z.int().check(z.nonnegative(), z.lte(INTEGER_MAX));

const problems = ['incident_not_found', 'incident_open'] as const;

export const makeGood = z.object({
	/** Of fans who get gems. */
	fans: count,
	votes: count,
	gems: count,
	/** The fans who get most, at most 100. */
	list: z.array(z.object({ fan_id: bigId, votes: count, price: count, gems: count })),
});
export type MakeGood = z.output<typeof makeGood>;

export const previewMakeGood = endpoint({
	path: '/console/incidents/:incident_id/make-good/preview',
	summary: 'Preview: who would get how many gems for votes that failed during a resolved incident. Nothing is stored',
	access: 'operator:finance',
	params: z.object({ incident_id: idText }),
	body: z.object({ gems_per_fan_max: gemsPerFan }),
	reply: z.object({ make_good: makeGood }),
	problems,
});

export const makeGoodFor = endpoint({
	path: '/console/incidents/:incident_id/make-good',
	summary:
		'Asks a second operator to approve the gems of the preview. Without anybody else who could approve, they are given at once. A fan gets gems once per incident',
	access: 'operator:finance',
	stepUp: true,
	params: z.object({ incident_id: idText }),
	/** `fans` and `gems` as previewed. If there are more now, the call answers `stale_edit`. */
	body: z.object({ gems_per_fan_max: gemsPerFan, fans: previewed, gems: previewed, why }),
	reply: z.object({ status: z.enum(['begun', 'waiting']), approval_id: waitsAs }),
	problems: [...problems, 'make_good_empty', 'stale_edit'],
	idempotent: true,
	moves: true,
});
