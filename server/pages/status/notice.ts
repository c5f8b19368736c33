/** The line above every page while an incident is open. It stands before the app, and needs no script. Pure. */
import { STATUS_PATH } from '#contract/pages.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import type { Say } from '../plain.ts';

export function renderNotice(notice: SiteConfiguration['notice'], say: Say): string {
	if (!notice) return '';
	const title = `<b lang="${escapeHtml(notice.lang)}">${escapeHtml(notice.title)}</b>`;
	return `<a id="notice" href="${STATUS_PATH}">${escapeHtml(say('noticeLead'))} ${title}</a>`;
}
