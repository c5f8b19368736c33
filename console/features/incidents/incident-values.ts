/** An incident as its editor holds it. */
import type { IncidentState, SitePart } from '#contract/status.ts';
import type { Incident } from './get-incidents.ts';

export interface IncidentValues {
	id: number | null;
	version: number;
	title: string;
	parts: SitePart[];
	starts: string;
	/** Empty while the incident is open. */
	ends: string;
	/** Of the first update. Unused for a stored incident. */
	state: Exclude<IncidentState, 'resolved'>;
	words: string;
}

/** `now`: local time of the site. */
export const newIncident = (now: string): IncidentValues => ({
	id: null,
	version: 0,
	title: '',
	parts: ['voting'],
	starts: now,
	ends: '',
	state: 'investigating',
	words: '',
});

export const valuesOf = (incident: Incident): IncidentValues => ({
	...newIncident(incident.starts_local),
	id: incident.incident_id,
	version: incident.version,
	title: incident.title,
	parts: incident.parts,
	ends: incident.ends_local ?? '',
});

/** The current minute on the site's clock: `YYYY-MM-DDTHH:MM`. */
export function localNow(timeZone: string): string {
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return format.format(Date.now()).replace(' ', 'T');
}
