/** Numbers, times and names on the status page, in the page's language. */
import type { Health, IncidentState, SitePart } from '#contract/status.ts';
import type { Language } from '#contract/values/languages.ts';
import type { TextName } from '#server/languages/texts.ts';
import { translate } from '#server/languages/translate.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import type { StatusSite } from '#server/status/status.ts';
import type { Say } from '../plain.ts';

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
	/** Text as HTML. */
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
		say: (name, values) => escapeHtml(translate(language, name, values)),
		time: timeTo('short'),
		second: timeTo('medium'),
		milliseconds: inUnit(unit('millisecond', 0)),
		seconds: inUnit(unit('second', 1)),
		list: (texts) => lists.format(texts),
	};
}
