/** `npm run house`: prints the size of the house: lines, files, words, settings, and the files of three journeys. */
import './lib/refusals.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { ROOT } from './lib/steps.ts';

const list = (pattern: RegExp) => files.filter((name) => pattern.test(name));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const count = (names: readonly string[], of: RegExp) =>
	names.reduce((sum, name) => sum + (read(name).match(of)?.length ?? 0), 0);

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
	.split('\n')
	.filter((name) => name !== '' && existsSync(join(ROOT, name)));
const isTest = (name: string) => /\.test\.tsx?$|^(?:tests|testkit|public-log\/tests)\//.test(name);
const tests = list(/\.tsx?$/).filter(isTest);
const product = list(/\.(?:tsx?|sql|css)$/).filter((name) => !isTest(name) && name !== 'db/schema.sql');

/** A journey: the pages and routes that it begins with, and the folders whose files belong to it. */
const JOURNEYS: Record<string, { from: RegExp; within: RegExp }> = {
	'sign in with Google': {
		from: /^(?:web\/pages\/log-?in[a-z-]*\.tsx|server\/accounts\/(?:sign-on\/)?routes\.ts)$/,
		within:
			/^(?:web\/(?:pages|features\/sign-in|lib\/(?:session|api))|client|contract\/(?:accounts|endpoint|problems|pages)|server\/(?:accounts|outside\/oidc|http|kernel|db))/,
	},
	'buy gems by card': {
		from: /^(?:web\/pages\/(?:store|payment|pay-success)\.tsx|server\/(?:goods|orders|orders\/payments)\/routes\.ts)$/,
		within:
			/^(?:web\/(?:pages|features\/(?:goods|orders)|lib\/api)|client|contract\/(?:goods|orders|payments|endpoint|problems|pages)|server\/(?:goods|orders|gems|outside\/stripe|http|kernel|db))/,
	},
	'open and publish a ranking': {
		from: /^(?:console\/pages\/ranking[a-z-]*\.tsx|server\/rankings\/operator\/routes\.ts)$/,
		within:
			/^(?:console\/(?:pages|features\/rankings|lib)|client|contract\/(?:operator\/(?:rankings|shapes)|endpoint|problems)|server\/(?:rankings|audit-trail|http|kernel|db))/,
	},
};

const settings = new Set<string>();
readConfig(new Proxy({}, { get: (_, name) => void settings.add(String(name)) }));
const named = [...settings].filter((name) => !name.endsWith('_FILE') && !name.startsWith('NODE_'));

const rows: [string, number][] = [
	['product lines (ts, tsx, sql, css)', count(product, /\n/g)],
	['product files', product.length],
	['test lines', count(tests, /\n/g)],
	['test files', tests.length],
	['words of documentation', count(list(/\.md$/), /\S+/g)],
	['decisions', readdirSync(join(ROOT, 'docs/decisions')).filter((name) => !name.startsWith('0000')).length],
	['settings', named.length],
	...Object.entries(JOURNEYS).map(([name, journey]): [string, number] => [`files to ${name}`, filesOf(journey)]),
];
for (const [what, number] of rows) console.log(`${what.padEnd(40)}${number.toLocaleString('en').padStart(9)}`);

/** Files that the journey's first files import, and those that these import, within its folders. */
function filesOf({ from, within }: { from: RegExp; within: RegExp }): number {
	const seen = new Set<string>();
	const open = product.filter((name) => from.test(name));
	for (let name = open.pop(); name !== undefined; name = open.pop()) {
		if (seen.has(name) || !existsSync(join(ROOT, name)) || !(within.test(name) || from.test(name))) continue;
		seen.add(name);
		for (const [, path = ''] of read(name).matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)) {
			open.push(path.startsWith('#') ? path.slice(1) : relative(ROOT, join(ROOT, dirname(name), path)));
		}
	}
	return seen.size;
}
