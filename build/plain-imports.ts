/**
 * Vite wraps every dynamic import to load style sheets first. The fans' site has one, in the document, so the wrapper
 * would be bytes that run before the first paint and do nothing.
 */
import type { Plugin } from 'vite';

export function plainImports(): Plugin {
	return {
		name: 'plain-imports',
		enforce: 'pre',
		apply: 'build',
		load: {
			filter: { id: /vite\/preload-helper/ },
			handler: () => ({ code: 'export const __vitePreload = (load) => load();', moduleSideEffects: false }),
		},
	};
}
