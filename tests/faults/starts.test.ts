/**
 * Commands on machines that nobody thought of: users, umasks, folders' names, variables, and files that are missing, cut off,
 * closed or of another kind. Each one works, or says in a sentence why not: never a stack, never silence. Whole starts
 * are in tests/http/process. The machines are generated; STARTS_SEED draws others.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { ROOT } from '../../scripts/lib/steps.ts';

const RUNS = 12;
const SEED = Number(process.env.STARTS_SEED || 1);
const LEFT_OUT = new Set(['node_modules', '.git', '.data', '.cache', 'test-results', 'tests', 'docs', 'bench']);
/** A stack, or what Node prints around one. Words in capitals belong to a sentence. */
const STACK = /^\s+at .+|node:internal|^\s*throw |UnhandledPromise/m;
/** More than PostgreSQL is waited for. */
const SILENT_MS = 100_000;

let folder: string;
/** Holds the checkout under its usual name; a machine gives it another one. */
let site: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-starts-'));
	await chmod(folder, 0o755);
	site = join(folder, 'site');
	await cp(ROOT, site, {
		recursive: true,
		filter: (path) => dirname(path) !== ROOT || !LEFT_OUT.has(path.slice(ROOT.length + 1)),
	});
	await cp(join(ROOT, '.cache/build-stamp'), join(site, '.cache/build-stamp'));
	// A link for each package: one can be taken away, and none is shared with others but by reading.
	for (const name of await readdir(join(ROOT, 'node_modules'))) await link(name);
	await writeFile(join(folder, 'npm-ci.mjs'), 'console.log("npm ci was asked for"); process.exitCode = 1;');
	console.log(`STARTS_SEED=${SEED}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function link(name: string): Promise<void> {
	const source = join(ROOT, 'node_modules', name);
	const isFolder = name === '.bin' || name.startsWith('@');
	await mkdir(join(site, 'node_modules', isFolder ? name : ''), { recursive: true });
	if (name === '.package-lock.json') await cp(source, join(site, 'node_modules', name));
	else if (!isFolder) await symlink(source, join(site, 'node_modules', name));
	else for (const one of await readdir(source)) await symlink(join(source, one), join(site, 'node_modules', name, one));
}

/** Ten times as quick as Node's own. */
const tool = promisify(execFile);
const isRoot = process.getuid?.() === 0;
// Node itself cannot load a program from a folder with a backslash in its name.
const word = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
	.filter((text) => !/[/\0\\]/.test(text) && !/^\.{1,2}$/.test(text) && Buffer.byteLength(text) < 200);
const value = fc.oneof(
	word,
	fc.constantFrom('', '/nowhere', '/etc/passwd', '0', '-1', 'true', 'production', 'test', '~/x', '%s', '../..'),
	fc.constantFrom('--no-addons', '--permission --allow-fs-read=*', '--jitless', '--frozen-intrinsics'),
);
const VARIABLES =
	`HOME TMPDIR NODE_ENV LANG LC_ALL TZ CI PGPORT PGHOST PGOPTIONS PGSSLMODE PGDATA PGCLIENTENCODING npm_config_omit
	npm_config_prefix http_proxy PORT HOST PUBLIC_URL LIGHTSTICK_DATA DATABASE_URL LOG_LEVEL FORCE_COLOR VITEST USER NODE_OPTIONS`.split(
		/\s+/,
	);
const COMMANDS = ['serve', 'doctor', 'init', 'migrate', 'audit', 'push-keys'] as const;
const machine = fc.record({
	command: fc.constantFrom(...COMMANDS),
	name: word,
	uid: fc.constantFrom(0, 65_534, 54_321),
	umask: fc.constantFrom('000', '022', '077', '0777', '0277'),
	env: fc.dictionary(fc.constantFrom(...VARIABLES), value, { maxKeys: 3 }),
	/** The place of a file or folder: a step down for each number. */
	damage: fc.option(
		fc.record({
			path: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
			how: fc.constantFrom('gone', 'empty', 'cut', 'folder', 'closed'),
		}),
	),
});
type Machine = typeof machine extends fc.Arbitrary<infer Value> ? Value : never;

/** Damages what the trial keeps, what was built and what npm has installed: sources are as they were released. */
async function damage(root: string, { path, how }: NonNullable<Machine['damage']>): Promise<string> {
	let place = root;
	for (const [depth, step] of path.entries()) {
		const names =
			depth === 0
				? ['.data', 'dist', '.cache', 'node_modules', 'package-lock.json']
				: await readdir(place).catch(() => []);
		const next = names[step % names.length];
		if (next === undefined) break;
		place = join(place, next);
		if ((await lstat(place).catch(() => null))?.isDirectory() !== true) break;
	}
	const found = await lstat(place).catch(() => null);
	if (found === null) return `${place} is not there`;
	// A link leads to what others use.
	const isFile = found.isFile();
	if (how === 'cut' && isFile) await writeFile(place, (await readFile(place)).subarray(0, found.size / 2));
	else if (how === 'empty' && isFile) await writeFile(place, '');
	else if (how === 'closed' && !found.isSymbolicLink()) await chmod(place, 0);
	else await rm(place, { recursive: true });
	if (how === 'folder') await mkdir(place);
	return `${how}: ${place}`;
}

/** Runs a command as npm does. */
async function run(
	root: string,
	{ command, uid, umask, env }: Machine,
): Promise<{ code: number | string | null; output: string }> {
	const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	const child = spawn('sh', ['-c', `umask ${umask}; ${scripts[command]}`], {
		cwd: root,
		env: {
			PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
			HOME: folder,
			PORT: String(await freePort()),
			...env,
			npm_lifecycle_event: command,
			npm_execpath: join(folder, 'npm-ci.mjs'),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: SILENT_MS,
		killSignal: 'SIGKILL',
		...(isRoot && uid !== 0 ? { uid, gid: uid } : {}),
	});
	let output = '';
	const read = (chunk: Buffer) => (output += chunk.toString());
	child.stdout.on('data', read);
	child.stderr.on('data', read);

	const [code, signal] = (await once(child, 'close')) as [number | null, string | null];

	return { code: code ?? signal, output };
}

it('works on any machine, or says in a sentence why not', { timeout: 10 * 60_000 }, async () => {
	const usual: Machine = { command: 'push-keys', name: 'site', uid: 0, umask: '022', env: {}, damage: null };
	expect((await run(site, usual)).code).toBe(0);
	const kept = join(folder, 'kept');
	await cp(site, kept, { recursive: true, verbatimSymlinks: true });
	await fc.assert(
		fc.asyncProperty(machine, async (drawn) => {
			const root = join(folder, 'in', drawn.name);
			await rm(join(folder, 'in'), { recursive: true, force: true });
			await mkdir(dirname(root), { recursive: true });
			await tool('cp', ['-a', kept, root]);
			if (isRoot && drawn.uid !== 0) await tool('chown', ['-hR', `${drawn.uid}:${drawn.uid}`, join(folder, 'in')]);
			const done = drawn.damage === null ? '' : await damage(root, drawn.damage);
			const { code, output } = await run(root, drawn);
			const shown = `${done}\n${code}\n${output}`;
			expect(code, shown).not.toBe('SIGKILL');
			expect(STACK.exec(output)?.[0] ?? null, shown).toBeNull();
			if (code !== 0) expect(output, shown).toMatch(/\p{L}+ \p{L}+/u);
		}),
		{ seed: SEED, numRuns: RUNS, endOnFailure: true },
	);
});
