/** `npm run check -- "console weight"`: bars of the operators' console. The build holds the bar of its first view. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, buildWhenStale, ROOT } from '../lib/steps.ts';

const CONTENT = 'contract/operator/site/content.ts';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
	.split('\n')
	.filter((name) => name !== '' && existsSync(join(ROOT, name)));
const within = (pattern: RegExp) => files.filter((name) => pattern.test(name));
const count = (names: readonly string[], of: RegExp) =>
	names.reduce((sum, name) => sum + (readFileSync(join(ROOT, name), 'utf8').match(of)?.length ?? 0), 0);

const code = within(/^console\/.*(?<!\.test)\.tsx?$/);
/** The engine makes forms and lists of what is described. */
const screens = code.filter((name) => !/^console\/lib\/(?:api|form|table)\//.test(name));

const rows: readonly [what: string, found: number, most: number][] = [
	['lines of TypeScript', count(code, /\n/g), 14_300],
	['files of TypeScript', code.length, 235],
	['lines of CSS', count(within(/^console\/.*\.css$/), /\n/g), 2_500],
	['forms and reads by hand', count(screens, /\b(?:useEditable|infiniteQueryOptions)\(/g), 0],
	['files of values by hand', screens.filter((name) => name.endsWith('-values.ts')).length, 0],
	['lists by hand', count(code, /<DataTable\b/g), 4],
	['type errors more or less than one, of a new field', Math.abs(errorsOfNewField() - 1), 0],
];
for (const [what, found, most] of rows) {
	const [is, bar] = [found, most].map((number) => number.toLocaleString('en').padStart(7));
	console.log(`${found <= most ? 'ok    ' : 'FAILED'} ${what.padEnd(52)}${is ?? ''} of ${bar ?? ''}`);
}
if (rows.some(([, found, most]) => found > most)) process.exitCode = 1;
await buildWhenStale();

/** Adds a field to the banner's description in a copy, and counts what the compiler says of the product. */
function errorsOfNewField(): number {
	const copy = mkdtempSync(join(tmpdir(), 'field-'));
	try {
		for (const name of files) cpSync(join(ROOT, name), join(copy, name));
		symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
		const before = readFileSync(join(copy, CONTENT), 'utf8');
		const after = before.replace('const bannerFields = {', '$&\n\tcaption: alt,');
		if (after === before) throw new Error(`${CONTENT} has no fields of a banner`);
		writeFileSync(join(copy, CONTENT), after);
		const { stdout } = spawnSync(bin('tsc'), ['--noEmit', '-p', copy], { encoding: 'utf8' });
		const errors = (stdout.match(/^.*error TS.*$/gm) ?? []).filter((line) => !/\.test\.tsx?\(/.test(line));
		if (errors.length !== 1) console.log(errors.join('\n'));
		return errors.length;
	} finally {
		rmSync(copy, { recursive: true });
	}
}
