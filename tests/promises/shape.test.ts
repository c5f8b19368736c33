/** The size of files and folders: printed on every run, and bounded. */
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { trackedFiles, type TrackedFile } from './tracked-files.ts';

const MEDIAN_MAX = 60;
const NINETIETH_MAX = 130;
const LINES_MAX = 200;
const FILES_MAX = 15;

/** Files above 200 lines, each with its reason. */
const LONG_FILES: Record<string, string> = {
	'contract/values/countries.ts': 'a list: one country a line',
	'demo/art/portrait.ts': 'one drawing',
	'demo/content/articles.ts': 'texts of the demo content',
	'emulators/stripe/state.ts': 'one state machine, whose objects refer to each other',
	'scripts/screens/shots.ts': 'a list: one picture an entry',
	'web/features/legal/privacy.tsx': 'one document',
	'web/features/legal/terms.tsx': 'one document',
	'web/features/rankings/chart/podium.css': 'one picture: three places, in two layouts',
	'web/features/rankings/ended/champion-card.css': 'one card, in two layouts',
	'web/features/rankings/home/hall-now.css': 'one scene, in two layouts',
};

/** Folders of more than 15 files, each with its reason. */
const FULL_FOLDERS: Record<string, string> = {
	'console/pages': 'one file per address',
	contract: 'one file per noun',
	'contract/operator': 'one file per noun',
	'db/migrations': 'one file per change of the schema, for ever',
	scripts: 'one file per command of package.json',
	'ui/primitives': 'one file per element',
	'web/pages': 'one file per address',
	ui: 'style sheets of the whole look, and what the primitives share',
};

const linesOf = (text: string) => text.split('\n').length - 1;
const standsBesideCode = (name: string) => /\.test\.tsx?$/.test(name);

function quantile(sorted: readonly number[], part: number): number {
	return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

/** Median and 90th percentile of lines, printed. */
function sizesOf(what: string, files: readonly TrackedFile[]): [number, number] {
	const sorted = files.map(({ text }) => linesOf(text)).toSorted((a, b) => a - b);
	const [median, ninetieth] = [quantile(sorted, 0.5), quantile(sorted, 0.9)];
	console.log(`${what}: ${files.length} files, median ${median} lines, 90th percentile ${ninetieth}`);
	return [median, ninetieth];
}

it('product code has a median of at most 60 lines a file and a 90th percentile of at most 130', async () => {
	// Style sheets are product code and count with it; programs alone are printed beside it.
	const files = await trackedFiles(/^(?:contract|auditor|server|ui|web|console)\/.*\.(?:tsx?|css)$/);
	const product = files.filter(({ name }) => !standsBesideCode(name));
	const programs = product.filter(({ name }) => !name.endsWith('.css'));
	const [median, ninetieth] = sizesOf('product code', product);
	sizesOf('without style sheets', programs);
	expect(median).toBeLessThanOrEqual(MEDIAN_MAX);
	expect(ninetieth).toBeLessThanOrEqual(NINETIETH_MAX);
});

it('each file above 200 lines has a reason', async () => {
	const files = await trackedFiles(/^(?!tests\/).*\.(?:tsx?|css|mjs)$/);
	const long = files
		.filter(({ name, text }) => !standsBesideCode(name) && linesOf(text) > LINES_MAX)
		.map(({ name, text }) => ({ name, lines: linesOf(text) }))
		.toSorted((a, b) => b.lines - a.lines);
	console.log(long.map(({ name, lines }) => `${lines} lines: ${name} (${LONG_FILES[name] ?? 'no reason'})`).join('\n'));
	expect(long.filter(({ name }) => !(name in LONG_FILES))).toEqual([]);
});

it('each folder of more than 15 files beside their tests has a reason', async () => {
	const files = await trackedFiles(/\.(?:tsx?|css|mjs|sql)$/);
	const counts = new Map<string, number>();
	for (const { name } of files) {
		// A file of tests/ is itself what the folder holds; elsewhere a test stands beside what it tests.
		if (standsBesideCode(name) && !name.startsWith('tests/')) continue;
		const folder = dirname(name);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	const folders = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
	console.log(folders.map(([folder, count]) => `${String(count).padStart(3)} ${folder}`).join('\n'));
	expect(folders.filter(([folder, count]) => count > FILES_MAX && !(folder in FULL_FOLDERS))).toEqual([]);
});
