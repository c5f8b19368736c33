/** The status page as HTML: complete without script, and without the database. Pure. */
import type { Health, SiteStatus } from '#contract/status.ts';
import type { Language } from '#contract/values/languages.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import type { TextName } from '#server/languages/texts.ts';
import type { StatusSite } from '#server/status/status.ts';
import { writeLanguage } from '../language.ts';
import { renderIncidents } from './incidents.ts';
import { headlines, partNames, wordsIn, type Words } from './words.ts';

const PLACE = '<main id="status"></main>';
const TITLE = '<title>Status</title>';
/** Before the site's configuration was read once. */
const UNKNOWN_SITE: StatusSite = { product: 'Lightstick', timezone: 'UTC', timezone_name: 'UTC' };

/** @throws {Error} if the built document has no place for the page */
export function renderStatus(
	document: string,
	status: SiteStatus,
	site: StatusSite | null,
	language: Language,
): string {
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
	return `<header class="status-bar"><div class="wrap"><a class="status-product" href="/">
		<img src="/favicon.svg" alt="" width="28" height="28">${escapeHtml(product)}</a>
		<a class="status-home" href="/">${say('home')}</a></div></header>`;
}

function page(status: SiteStatus, words: Words): string {
	const { charts, voting, vote_log: log, health, time } = status;
	const { say, milliseconds, seconds } = words;
	const parts = [
		part('charts', charts.health, [['chartAge', seconds(charts.age_seconds)]], words),
		part(
			'voting',
			voting.health,
			[
				['voteTime', milliseconds(voting.p50_ms)],
				['voteTimeLong', milliseconds(voting.p99_ms)],
			],
			words,
		),
		part('vote_log', log.health, [['logLag', seconds(log.lag_seconds)]], words),
	];
	return `<main id="status">
		<h1><span class="status-dot health-${health}"></span>${say(headlines[health])}</h1>
		${health === 'working' ? '' : `<p class="status-lead">${say('confirmedVotesKept')}</p>`}
		<div class="status-parts">${parts.join('')}</div>
		<p class="status-none">${say('statusTime', { time: '\u0000' }).replace('\u0000', () => words.second(time))}</p>
		${renderIncidents(status, words)}
	</main>`;
}

type Row = [name: TextName, value: string];

function part(name: keyof typeof partNames, health: Health, rows: readonly Row[], { say }: Words): string {
	const facts = rows.map(([label, value]) => `<div><dt>${say(label)}</dt><dd>${value}</dd></div>`);
	return `<section class="status-part"><h2>${say(partNames[name])}<span class="health-${health}">${say(health)}</span></h2>
		<dl>${facts.join('')}</dl></section>`;
}
