/** Asks for all scripts that the server has named for this page, so that none waits until another one imports it. */
import { PAGE_SCRIPTS_META } from '#contract/values/first-paint.ts';

export function fetchPageScripts(): void {
	for (const { content } of document.querySelectorAll<HTMLMetaElement>(`meta[name=${PAGE_SCRIPTS_META}]`))
		document.head.append(...content.split(' ').map(preload));
}

function preload(href: string): HTMLLinkElement {
	return Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href });
}
