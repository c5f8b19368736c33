/** How the site is doing: what it measures about itself, and the incidents that operators write. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, epochSeconds, id } from './values/shapes.ts';

export const health = z.enum(['working', 'slow', 'interrupted']);
export type Health = z.output<typeof health>;

export const sitePart = z.enum(['charts', 'voting', 'sign_in', 'store', 'vote_log']);
export type SitePart = z.output<typeof sitePart>;

export const incidentState = z.enum(['investigating', 'identified', 'monitoring', 'resolved']);
export type IncidentState = z.output<typeof incidentState>;

export const publicIncident = z.object({
	incident_id: id,
	title: z.string(),
	/** Language of title and updates, as operators write them. */
	lang: z.string(),
	parts: z.array(sitePart),
	state: incidentState,
	started_time: epochSeconds,
	ended_time: z.nullable(epochSeconds),
	updates: z.array(z.object({ update_id: id, state: incidentState, words: z.string(), time: epochSeconds })),
});
export type PublicIncident = z.output<typeof publicIncident>;

const milliseconds = z.nullable(z.number());
const seconds = z.nullable(z.number());

export const siteStatus = z.object({
	health,
	time: epochSeconds,
	charts: z.object({
		health,
		/** Age of the oldest chart on the home page. Null: no chart can be shown. */
		age_seconds: seconds,
	}),
	voting: z.object({
		health,
		/** Time from the arrival of a vote to its commit, over the last minute, on all servers. Null: no votes. */
		p50_ms: milliseconds,
		p99_ms: milliseconds,
	}),
	vote_log: z.object({
		health,
		/** Entries that are not published yet, and the time since the last publication if there are any. */
		entries_waiting: z.nullable(count),
		lag_seconds: seconds,
	}),
	open_incidents: z.array(publicIncident),
	/** Closed within the last 90 days, latest first. */
	past_incidents: z.array(publicIncident),
	/** When the incidents were read, if they cannot be read now. Null: just now. */
	incidents_as_of: z.nullable(epochSeconds),
});
export type SiteStatus = z.output<typeof siteStatus>;

export const getStatus = endpoint({
	path: '/status',
	summary: 'How the site is doing, at most a second old. Answers also while the database is away',
	access: 'anyone',
	reply: siteStatus,
});
