/** Which script and style files a page is made of, so that the browser asks for them before the app has started. */
import type { PagePattern } from '#contract/pages.ts';

interface Part {
	file: string;
	imports?: string[];
	css?: string[];
}

/** Vite's manifest: source file to what was built from it. */
export type Manifest = Record<string, Part>;

const ENTRY = 'index.html';

/** The sources in `web/` that the router opens at each address. */
const sources: Record<PagePattern, string> = {
	'/': 'pages/home.tsx',
	'/login': 'pages/login.tsx',
	'/login-callback': 'pages/login-callback.tsx',
	'/register': 'pages/register.tsx',
	'/leader-board': 'pages/leaderboard.tsx',
	'/news': 'pages/news.tsx',
	'/news/:news_id': 'pages/article.tsx',
	'/artist/:artist_id': 'pages/artist.tsx',
	'/store': 'pages/store.tsx',
	'/payment-method/:trade_no': 'pages/payment.tsx',
	'/pay-success': 'pages/pay-success.tsx',
	'/my-account': 'pages/account.tsx',
	'/edit-profile': 'pages/edit-profile.tsx',
	'/gem-records': 'pages/gem-records.tsx',
	'/my-votes': 'pages/my-votes.tsx',
	'/terms-of-service': 'pages/terms.tsx',
	'/privacy-policy': 'pages/privacy.tsx',
	'/rank_rewards': 'pages/rewards.tsx',
	'/views/:id': 'pages/view.tsx',
};

/** The files of each page beside those that the document names itself, as elements for its head. */
export function chunkLinks(manifest: Manifest): Map<PagePattern, string> {
	const everywhere = filesOf(manifest, ENTRY);
	const links = (pattern: string, source: string): [PagePattern, string] => {
		const own = [...filesOf(manifest, source)].filter((file) => !everywhere.has(file));
		return [pattern as PagePattern, own.map(link).join('\n\t\t')];
	};
	return new Map(Object.entries(sources).map(([pattern, source]) => links(pattern, source)));
}

/** A part's files with all it imports: styles first, those of imports before its own, as the cascade expects them. */
function filesOf(manifest: Manifest, source: string): Set<string> {
	const parts = new Set<Part>();
	collect(manifest, source, new Set(), parts);
	const inOrder = [...parts];
	return new Set([...inOrder.flatMap(({ css }) => css ?? []), ...inOrder.map(({ file }) => file)]);
}

/** None for a part that was not built. */
function collect(manifest: Manifest, source: string, seen: Set<string>, into: Set<Part>): void {
	const part = manifest[source];
	if (!part || seen.has(source)) return;
	seen.add(source);
	for (const name of part.imports ?? []) collect(manifest, name, seen, into);
	into.add(part);
}

function link(file: string): string {
	return file.endsWith('.css')
		? `<link rel="stylesheet" href="/${file}" crossorigin>`
		: `<link rel="modulepreload" href="/${file}" crossorigin>`;
}
