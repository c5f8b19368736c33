/** Keeps the line above the page true while it stays open. The server draws it with the page: server/pages/status/notice.ts. */
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { STATUS_PATH } from '#contract/pages.ts';
import { useSite } from '../lib/site/get-site.ts';

export function useNotice(): void {
	const { t } = useLingui();
	const site = useSite();
	const { title, lang } = site?.notice ?? {};
	const lead = t`We are working on a problem.`;
	const isKnown = site !== undefined;
	useEffect(() => {
		const shown = document.querySelector('#notice');
		if (!isKnown) return;
		if (title === undefined) return shown?.remove();
		const subject = document.createElement('b');
		subject.lang = lang ?? '';
		subject.textContent = title;
		const line = shown ?? document.createElement('a');
		line.id = 'notice';
		line.setAttribute('href', STATUS_PATH);
		line.replaceChildren(`${lead} `, subject);
		if (!shown) document.body.prepend(line);
	}, [isKnown, title, lang, lead]);
}
