/**
 * A public site begins only when it is told so. Every state of the database is met with every state of the folder: a start is
 * refused in one sentence unless both belong to the site, and a refused start or command leaves both as they were.
 */
import { cp, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/main.ts';
import { ownDatabase } from '../../fixtures/database/database.ts';
import { execute, rowsOf, withDatabase } from '../../../testkit/execute.ts';
import { runCommands, type Command, type Outcome } from '../../fixtures/processes/commands.ts';
import { LOG_KEYS, runScript } from '../../../testkit/processes.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const server = ownDatabase();
const SITE = { PUBLIC_URL: 'https://a.example', TRUST_PROXY: 'none', PORT: '0', ...LOG_KEYS };
const OTHER = { ...SITE, PUBLIC_URL: 'https://b.example' };

const work = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-new-site-')));
let made = 0;
/** What stays in place when nothing is made: names of files, and of tables. */
const stateOf = async (url: string, folder: string) => [
	(await readdir(folder)).toSorted(),
	await rowsOf(url, `select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`),
];

async function newDatabase(template = 'template1'): Promise<string> {
	made += 1;
	const name = `site_${process.pid}_${made}`;
	await execute(withDatabase(server.url, 'postgres'), `create database ${name} template ${template}`);
	return withDatabase(server.url, name);
}

async function newFolder(like: string | null = null): Promise<string> {
	made += 1;
	const folder = join(work.path, `folder-${made}`);
	await (like === null ? mkdir(folder) : cp(like, folder, { recursive: true }));
	return folder;
}

const init = (url: string, folder: string, env = SITE, args: string[] = []): Command => ({
	script: 'init.ts',
	env: { ...env, DATABASE_URL: url, LIGHTSTICK_DATA: folder },
	args,
});
/** As a process starts, in this one. */
const start = (url: string, folder: string, env: Record<string, string> = {}) =>
	startServer({ config: readConfig({ ...SITE, DATABASE_URL: url, LIGHTSTICK_DATA: folder, ...env }), logLevel: false });
async function startsAndStops(url: string, folder: string): Promise<void> {
	const site = await start(url, folder);
	expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
	await site.stop();
}

const has = (words: string): Outcome => ({ refused: null, said: expect.stringContaining(words) as string });
const REFUSED: Outcome = { refused: expect.stringMatching(/^StartRefused: [^\n]+$/) as string, said: '' };

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const databases: Record<string, string> = {};
const folders: Record<string, string> = {};

beforeAll(async () => {
	for (const [name, env] of [
		['ours', SITE],
		['theirs', OTHER],
	] as const) {
		const [url, folder] = [await newDatabase(), await newFolder()];
		expect(await runCommands([init(url, folder, env)])).toEqual([has('has begun in the database')]);
		databases[name] = url;
		folders[name] = folder;
	}
	databases['empty'] = await newDatabase();
	for (const [name, statement] of [
		['emptied', 'truncate installation'],
		['tried', `update installation set public_url = 'http://localhost:3000', mark = null`],
		['demo', `update installation set public_url = 'http://localhost:3000', mark = null, demo = true`],
	] as const) {
		databases[name] = await newDatabase(nameOf(databases['ours'] as string));
		await execute(databases[name], statement);
	}
	folders['empty'] = await newFolder();
	folders['unmarked'] = await newFolder();
	await mkdir(join(folders['unmarked'], 'log.2'));
	await writeFile(join(folders['unmarked'], 'log.2/tile'), 'x');
});

const DATABASES = ['empty', 'emptied', 'tried', 'demo', 'theirs', 'ours'];
const FOLDERS = ['empty', 'unmarked', 'theirs', 'ours'];
const pairs = DATABASES.flatMap((database) => FOLDERS.map((folder) => ({ database, folder })));

describe('a public site', () => {
	const wrong = pairs.filter(({ database, folder }) => database !== 'ours' || folder !== 'ours');
	it.each(wrong)('does not start on a database that is $database with a folder that is $folder', async (pair) => {
		const [url, place] = [databases[pair.database] as string, folders[pair.folder] as string];
		const before = await stateOf(url, place);
		const message: unknown = expect.stringMatching(/^[^\n]+$/);
		await expect(start(url, place)).rejects.toMatchObject({ name: 'StartRefused', message });
		expect(await stateOf(url, place)).toEqual(before);
	});

	// Beginning anew is for what is empty, or was tried out on this machine.
	const refused = pairs.filter(
		({ database, folder }) =>
			['demo', 'theirs'].includes(database) ||
			['theirs', 'ours'].includes(folder) !== (database === 'ours') ||
			(folder === 'unmarked' && database !== 'tried') ||
			(database === 'ours' && folder === 'theirs'),
	);

	it(`is not begun on ${refused.map(({ database, folder }) => `${database} with ${folder}`).join(', ')}`, async () => {
		const asked = refused.map((pair) => [databases[pair.database], folders[pair.folder]] as [string, string]);
		const states = () => Promise.all(asked.map(([url, folder]) => stateOf(url, folder)));
		const before = await states();
		expect(await runCommands(asked.map(([url, folder]) => init(url, folder)))).toEqual(asked.map(() => REFUSED));
		expect(await states()).toEqual(before);
	});

	it('starts once it has begun on a database that is empty, emptied or tried, or is told that its files are lost', async () => {
		const begun: [string, string][] = [];
		for (const database of ['empty', 'emptied', 'tried', 'ours'])
			begun.push([await newDatabase(nameOf(databases[database] as string)), await newFolder()]);
		await writeFile(join(begun.at(-1)?.[1] ?? '', 'site-mark'), '');
		const asked = begun.flatMap(([url, folder], index) =>
			index < 3 ? [init(url, folder), init(url, folder)] : [init(url, folder, SITE, ['--files-are-lost'])],
		);
		const twice = [has('has begun in'), has('has begun already in')];
		const lost = expect.objectContaining({ refused: null }) as Outcome;
		expect(await runCommands(asked)).toEqual([...twice, ...twice, ...twice, lost]);
		for (const [url, folder] of begun) await startsAndStops(url, folder);
	});
});

describe('a command that looks after a site', () => {
	const commands: [string, string[]][] = [
		['migrate.ts', []],
		['audit.ts', []],
		['after-restore.ts', ['2026-01-31T23:59:59+09:00']],
		['forget-passkeys.ts', ['owner@lightstick.example', 'lost']],
		['revoke-log-key.ts', [`a.example/log/x+00000000+${Buffer.from([1, ...Buffer.alloc(32)]).toString('base64')}`]],
	];

	it(`${commands.map(([script]) => script).join(', ')}: makes no database where there is none`, async () => {
		const folder = await newFolder();
		const empty = databases['empty'] as string;
		const asked = commands.flatMap(([script, args]) =>
			['', empty].map((url) => ({ script, args, env: { DATABASE_URL: url, LIGHTSTICK_DATA: folder } })),
		);
		const before = await stateOf(empty, folder);
		expect(await runCommands(asked)).toEqual(asked.map(() => REFUSED));
		expect([before[0], await stateOf(empty, folder)]).toEqual([[], before]);
	});

	it('takes the words that npm takes, and says how a site begins', async () => {
		const env = { DATABASE_URL: databases['empty'] as string, LIGHTSTICK_DATA: await newFolder() };
		const [outcome] = await runCommands([
			{ script: 'after-restore.ts', args: ['--', '2026-01-31T23:59:59+09:00'], env },
		]);
		expect(outcome?.refused).toContain('holds no site: begin it by "npm run init"');
	});

	it('names the database that it reads', async () => {
		const { code, output } = await runScript('audit.ts', { ...SITE, DATABASE_URL: databases['ours'] as string });
		expect(code).toBe(0);
		expect(output).toMatch(/^Database: site_\d+_\d+ at .*, of https:\/\/a\.example\n/);
	});
});
