import { type ComponentType, lazy, useState } from 'react';
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/values/constants.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loadedPages = new Map<unknown, unknown>();

export function lazyPage<Props extends object = object>(load: Load<Props>): ComponentType<Props> {
	const Lazy = lazy(() => inTime(load()));
	return function LazyPage(props: Props) {
		// Settled when it is first shown: to show the other one later would begin the page anew.
		const [Page] = useState(() => (loadedPages.get(load) as ComponentType<Props> | undefined) ?? Lazy);
		return <Page {...props} />;
	};
}

/** Rendered at once: React shows the fallback of a page that it has to wait for at least 0.3 s. */
export async function loadPage<Props>(load: Load<Props>): Promise<void> {
	loadedPages.set(load, (await load()).default);
}

/** A script that does not arrive in time counts as failed, so that the fan sees an error instead of waiting forever. */
export async function inTime<Script>(script: Promise<Script>, milliseconds = CHUNK_LOAD_TIMEOUT_MS): Promise<Script> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('A script of this page did not load in time')), milliseconds);
	});
	try {
		return await Promise.race([script, late]);
	} finally {
		clearTimeout(timer);
	}
}
