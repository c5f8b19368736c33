/**
 * A Vite plugin for the fans' bundle: React Router's links can prefetch the routes of its own framework, which needs 2 kB
 * (gzip) of code that this site never runs. The two functions that lead there are replaced, so that the bundler drops the
 * rest. Pages are prefetched by web/lib/prefetch.
 */
import { parseAst, type Plugin } from 'vite';

const STUBS: Record<string, string> = {
	PrefetchPageLinks: 'function PrefetchPageLinks() { return null; }',
	usePrefetchBehavior: 'function usePrefetchBehavior() { return [false, null, {}]; }',
};

export function slimRouter(): Plugin {
	return {
		name: 'slim-router',
		apply: 'build',
		transform: {
			filter: { id: /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/components\.js$/ },
			handler: (code) => ({ code: withoutFrameworkLinks(code), map: null }),
		},
	};
}

/** @throws {Error} if a release of React Router no longer has the functions */
export function withoutFrameworkLinks(code: string): string {
	const functions = parseAst(code).body.flatMap((statement) =>
		statement.type === 'FunctionDeclaration' && statement.id && statement.id.name in STUBS
			? [{ name: statement.id.name, start: statement.start, end: statement.end }]
			: [],
	);
	if (functions.length !== Object.keys(STUBS).length) throw new Error('React Router’s links have changed');
	return functions
		.toReversed()
		.reduce((slim, { name, start, end }) => slim.slice(0, start) + STUBS[name] + slim.slice(end), code);
}
