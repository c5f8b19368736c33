/** The status page as HTML: complete without script, and without the database. Pure. */
import type { Health, SiteStatus, IncidentState, SitePart } from '#contract/status.ts';
import type { Language } from '#contract/values/languages.ts';
import { STATUS_PATH } from '#contract/pages.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import type { TextName } from '#server/languages/texts.ts';
import type { TranslatedIncident } from '#server/incidents/incidents.ts';
import type { StatusSite } from '#server/status/status.ts';
import { writeLanguage } from '../head.ts';
import { translate } from '#server/languages/translate.ts';
import type { Say } from '../pages.ts';

const PLACE = '<main id="status"></main>';
const TITLE = '<title>Status</title>';
const UNKNOWN_SITE: StatusSite = { product: 'Lightstick', timezone: 'UTC', timezone_name: 'UTC' };

/** @throws {Error} if the built document has no place for the page */
export function renderStatus(document: string, status: SiteStatus, site: StatusSite | null, language: Language) {
	if (!document.includes(PLACE) || !document.includes(TITLE))
		throw new Error('The status page has no place to write to');
	const { product, ...zone } = site ?? UNKNOWN_SITE;
	const words = wordsIn(language, zone);
	const title = `<title>${words.say('status')} · ${escapeHtml(product)}</title>`;
	return writeLanguage(document, language)
		.replace(TITLE, () => title)
		.replace(PLACE, () => bar(product, words) + page(status, words));
}

function bar(product: string, { say }: Words): string {
	return `<header class="status-bar"><div class="wrap"><a class="status-product target" href="/">
		<img src="/favicon.svg" alt="" width="28" height="28">${escapeHtml(product)}</a>
		<a class="target muted semibold" href="/">${say('home')}</a></div></header>`;
}

function page(status: SiteStatus, words: Words): string {
	const { charts, voting, vote_log: log, health, time } = status;
	const { say, milliseconds, seconds } = words;
	const parts = [
		renderPart('charts', charts.health, [['chartAge', seconds(charts.age_seconds)]], words),
		renderPart(
			'voting',
			voting.health,
			[
				['voteTime', milliseconds(voting.p50_ms)],
				['voteTimeLong', milliseconds(voting.p99_ms)],
			],
			words,
		),
		renderPart('vote_log', log.health, [['logLag', seconds(log.lag_seconds)]], words),
	];
	return `<main id="status">
		<h1><span class="status-dot health-${health}"></span>${say(headlines[health])}</h1>
		${health === 'working' ? '' : `<p class="muted mt-3">${say('confirmedVotesKept')}</p>`}
		<div class="status-parts stack gap-3 mt-8">${parts.join('')}</div>
		<p class="status-none faint text-s">${say('statusTime', { time: '\u0000' }).replace('\u0000', () => words.second(time))}</p>
		${renderIncidents(status, words)}
	</main>`;
}

type Row = [name: TextName, value: string];

function renderPart(name: keyof typeof partNames, health: Health, rows: readonly Row[], { say }: Words): string {
	const facts = rows.map(([label, value]) => `<div><dt>${say(label)}</dt><dd>${value}</dd></div>`);
	return `<section class="status-part card"><h2>${say(partNames[name])}<span class="health-${health}">${say(health)}</span></h2>
		<dl class="stack gap-1 mt-3 muted text-s">${facts.join('')}</dl></section>`;
}

export function renderIncidents(status: SiteStatus, words: Words): string {
	const { open_incidents: open, past_incidents: past, incidents_as_of: asOf, time } = status;
	const { say } = words;
	const unknown =
		asOf === null
			? ''
			: `<p class="status-none faint text-s">${asOf === time ? say('incidentsUnknown') : told(asOf, words)}</p>`;
	const none = unknown || `<p class="status-none faint text-s">${say('noPastIncidents')}</p>`;
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

function render(incident: TranslatedIncident, words: Words): string {
	const {
		title: original,
		lang,
		translations = {},
		parts,
		state,
		started_time: start,
		ended_time: end,
		updates,
		incident_id: id,
	} = incident;
	const { language, say, time, list } = words;
	const own = translations[language];
	const inLanguage = (name: string | number, written: string) =>
		own?.[name] ? ([language, own[name]] as const) : ([lang, written] as const);
	const [titleLang, title] = inLanguage('title', original);
	const span = say('incidentSpan', { start: '\u0001', end: '\u0002' })
		.replace('\u0001', () => time(start))
		.replace('\u0002', () => time(end ?? start));
	const tone = state === 'resolved' ? 'health-working' : 'health-slow';
	const items = updates.map((update) => {
		const [wordsLang, text] = inLanguage(update.update_id, update.words);
		return `<li><b class="semibold">${say(stateNames[update.state])}</b>${time(update.time)}
			<p class="muted breaks" lang="${escapeHtml(wordsLang)}">${escapeHtml(text)}</p></li>`;
	});
	return `<article class="status-incident card" id="incident-${id}">
		<h3><bdi lang="${escapeHtml(titleLang)}">${escapeHtml(title)}</bdi><span class="${tone}">${say(stateNames[state])}</span></h3>
		<p class="faint text-s mt-1">${say('affected', { parts: list(parts.map((part) => say(partNames[part]))) })}</p>
		<p class="faint text-s mt-1">${end === null ? time(start) : span}</p>
		<ul class="status-updates">${items.join('')}</ul>
	</article>`;
}

export const headlines: Record<Health, TextName> = {
	working: 'statusWorking',
	slow: 'statusSlow',
	interrupted: 'statusInterrupted',
};

export const partNames: Record<SitePart, TextName> = {
	charts: 'charts',
	voting: 'voting',
	sign_in: 'logIn',
	store: 'store',
	vote_log: 'voteLog',
};

export const stateNames = {
	investigating: 'investigating',
	identified: 'identified',
	monitoring: 'monitoring',
	resolved: 'resolved',
} as const satisfies Record<IncidentState, TextName>;

export interface Words {
	language: Language;
	say: Say;
	/** A `time` element, to the minute and to the second. */
	time: (epochSeconds: number) => string;
	second: (epochSeconds: number) => string;
	milliseconds: (value: number | null) => string;
	seconds: (value: number | null) => string;
	list: (texts: readonly string[]) => string;
}

export function wordsIn(
	language: Language,
	{ timezone, timezone_name: zone }: Pick<StatusSite, 'timezone' | 'timezone_name'>,
): Words {
	const timeTo = (timeStyle: 'short' | 'medium') => {
		const format = new Intl.DateTimeFormat(language, {
			// Thai would count years from another era than the periods of charts.
			calendar: 'gregory',
			dateStyle: 'medium',
			timeStyle,
			timeZone: timezone,
			hourCycle: 'h23',
		});
		return (epochSeconds: number) => {
			const at = new Date(epochSeconds * 1000);
			return `<time datetime="${at.toISOString()}">${escapeHtml(`${format.format(at)} ${zone}`)}</time>`;
		};
	};
	const unit = (name: 'millisecond' | 'second', digits: number) =>
		new Intl.NumberFormat(language, { style: 'unit', unit: name, maximumFractionDigits: digits });
	const inUnit = (format: Intl.NumberFormat) => (value: number | null) =>
		value === null ? '–' : escapeHtml(format.format(value));
	const lists = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
	return {
		language,
		say: (name, values) => escapeHtml(translate(language, name, values)),
		time: timeTo('short'),
		second: timeTo('medium'),
		milliseconds: inUnit(unit('millisecond', 0)),
		seconds: inUnit(unit('second', 1)),
		list: (texts) => lists.format(texts),
	};
}

export function renderNotice(notice: SiteConfiguration['notice'], say: Say): string {
	if (!notice) return '';
	const title = `<b lang="${escapeHtml(notice.lang)}">${escapeHtml(notice.title)}</b>`;
	return `<a id="notice" href="${STATUS_PATH}">${escapeHtml(say('noticeLead'))} ${title}</a>`;
}
