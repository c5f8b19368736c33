/** A page, or a part of one, that is loaded when it is first opened. */
import { type ComponentType, lazy } from 'react';
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/values/constants.ts';

export function lazyPage<Props = object>(load: () => Promise<{ default: ComponentType<Props> }>) {
	return lazy(() => inTime(load()));
}

/** A script that does not arrive in time counts as failed, so that the fan sees an error instead of waiting forever. */
export async function inTime<Script>(script: Promise<Script>): Promise<Script> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('A script of this page did not load in time')), CHUNK_LOAD_TIMEOUT_MS);
	});
	try {
		return await Promise.race([script, late]);
	} finally {
		clearTimeout(timer);
	}
}
