/** A page that is fetched when it is first opened. */
import { type ComponentType, lazy } from 'react';
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/constants.ts';

/** A script that does not arrive in time counts as failed, so that the fan is told instead of waiting for ever. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
	return lazy(async () => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const late = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error('A script of this page did not load in time')), CHUNK_LOAD_TIMEOUT_MS);
		});
		try {
			return await Promise.race([load(), late]);
		} finally {
			clearTimeout(timer);
		}
	});
}
