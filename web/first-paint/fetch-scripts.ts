/** Asks for all scripts that the server has named for this page, so that none waits until another one imports it. */
import { FRAMEWORK_CHUNK, PAGE_SCRIPTS_META } from '#contract/values/first-paint.ts';

export function fetchPageScripts(): void {
	document.head.append(
		...pageScripts().map((href) =>
			isFramework(href)
				? element('link', { rel: 'preload', as: 'script', href })
				: element('link', { ...MODULE, href }),
		),
	);
}

/** Runs the framework, whose exports the other scripts read while they start. It is no module: see build/classic-framework.ts. */
export async function runFramework(): Promise<void> {
	const src = pageScripts().find(isFramework);
	// The development server serves modules alone.
	if (src === undefined) return;
	await new Promise((onload, onerror) => {
		document.head.append(element('script', { src, onload, onerror }));
	});
}

const MODULE = { rel: 'modulepreload', crossOrigin: '' };

function pageScripts(): string[] {
	const named = document.querySelectorAll<HTMLMetaElement>(`meta[name=${PAGE_SCRIPTS_META}]`);
	return Array.from(named).flatMap(({ content }) => content.split(' '));
}

const isFramework = (path: string) => path.includes(`/${FRAMEWORK_CHUNK}-`);

function element<Name extends 'link' | 'script'>(name: Name, properties: Partial<HTMLElementTagNameMap[Name]>) {
	return Object.assign(document.createElement(name), properties);
}
