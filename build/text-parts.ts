/** Compiles JSX with ui/text-parts.ts, that of the libraries too. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const RUNTIME = resolve(import.meta.dirname, '../ui/text-parts.ts');

export function textParts(): Plugin {
	return {
		name: 'text-parts',
		enforce: 'pre',
		resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== RUNTIME ? RUNTIME : null),
	};
}
