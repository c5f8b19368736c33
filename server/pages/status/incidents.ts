/** Incidents on the status page, as HTML. Pure. */
import type { PublicIncident, SiteStatus } from '#contract/status.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import { partNames, stateNames, type Words } from './words.ts';

/** Open ones are left out where there are none. The list of past ones says so. */
export function renderIncidents(status: SiteStatus, words: Words): string {
	const { open_incidents: open, past_incidents: past, incidents_as_of: asOf, time } = status;
	const { say } = words;
	const unknown =
		asOf === null ? '' : `<p class="status-none">${asOf === time ? say('incidentsUnknown') : told(asOf, words)}</p>`;
	const none = unknown || `<p class="status-none">${say('noPastIncidents')}</p>`;
	return [
		open.length > 0
			? `<h2>${say('openIncidents')}</h2>${unknown}${open.map((one) => render(one, words)).join('')}`
			: '',
		`<h2>${say('pastIncidents')}</h2>`,
		past.length > 0 ? past.map((one) => render(one, words)).join('') : none,
	].join('\n');
}

function told(asOf: number, { say, time }: Words): string {
	// The text is escaped first; the element goes into its place.
	return say('incidentsOld', { time: '\u0000' }).replace('\u0000', () => time(asOf));
}

function render(incident: PublicIncident, words: Words): string {
	const { title, lang, parts, state, started_time: start, ended_time: end, updates, incident_id: id } = incident;
	const { say, time, list } = words;
	const span = say('incidentSpan', { start: '\u0001', end: '\u0002' })
		.replace('\u0001', () => time(start))
		.replace('\u0002', () => time(end ?? start));
	const tone = state === 'resolved' ? 'health-working' : 'health-slow';
	const items = updates.map(
		(update) => `<li><b>${say(stateNames[update.state])}</b>${time(update.time)}
			<p lang="${escapeHtml(lang)}">${escapeHtml(update.words)}</p></li>`,
	);
	return `<article class="status-incident" id="incident-${id}">
		<h3><bdi lang="${escapeHtml(lang)}">${escapeHtml(title)}</bdi><span class="${tone}">${say(stateNames[state])}</span></h3>
		<p class="status-meta">${say('affected', { parts: list(parts.map((part) => say(partNames[part]))) })}</p>
		<p class="status-meta">${end === null ? time(start) : span}</p>
		<ul class="status-updates">${items.join('')}</ul>
	</article>`;
}
