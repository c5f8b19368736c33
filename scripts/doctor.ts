/**
 * `npm run doctor`: what stands between this installation and a safe night. Reads settings, database, files and certificate,
 * changes nothing, and ends with 1 if something has to be done.
 */
import './lib/refusals.ts';
import { stat, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { type Config, isLoopback, readConfig, secretFilesOf } from '#server/config/config.ts';
import { SHIPPED_CLOCK, readClockDefinition } from '#server/http/health.ts';
import { expectSite, findSite } from '#server/db/installation.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import { type Database, one } from '#server/kernel/database.ts';
import { expectOwnStore, expectPictures, openPictures } from '#server/storage.ts';
import { isBuilt } from './lib/build-stamp.ts';
import { findSiteDatabase } from './lib/site-database.ts';
import { ROOT } from './lib/steps.ts';

const CLOCK_APART_MS = 1_000;
const FREE_MIN = 0.1;
const CERTIFICATE_DAYS_MIN = 14;
const ARCHIVE_AGE_MAX_S = 900;
const DAY_MS = 86_400_000;

let faults = 0;
/** Prints a line of the report. `fault` is null if all is well. */
async function look(subject: string, check: () => Promise<{ said: string; fault?: boolean }>): Promise<void> {
	const { said, fault = false } = await check().catch((error: unknown) => ({
		said: error instanceof Error ? error.message : String(error),
		fault: true,
	}));
	if (fault) faults += 1;
	console.log(`${fault ? 'MEND' : 'ok  '}  ${subject.padEnd(12)} ${said}`);
}

const settings = await lookAtSettings();
await look('build', async () =>
	(await isBuilt(ROOT)) ? { said: 'dist/ is of these sources' } : { said: 'run "npm run build"', fault: true },
);
if (settings !== null) await lookAtSite(settings);
await look('secrets', async () => {
	const files = secretFilesOf(process.env);
	const open: string[] = [];
	for (const [name, file] of files) {
		const found = await stat(file).catch(() => null);
		if (found === null || (found.mode & 0o004) !== 0) open.push(name);
	}
	return open.length > 0
		? { said: `missing, or open to everybody on this machine: ${open.join(', ')}`, fault: true }
		: { said: `${files.size} in files` };
});
console.log(faults === 0 ? 'Good night.' : `${faults} of these must be mended.`);
process.exitCode = faults === 0 ? 0 : 1;

/** Null if settings are refused: then there is no site to look at, and only what needs none of them is said. */
async function lookAtSettings(): Promise<Config | null> {
	let read: Config | null = null;
	await look('settings', async () => {
		read = readConfig(process.env);
		return { said: `of ${read.publicUrl}` };
	});
	return read;
}

async function lookAtSite(config: Config): Promise<void> {
	const isPublic = !isLoopback(config.publicUrl);
	let mark: string | null = null;
	await look('database', async () => {
		await using found = await findSiteDatabase(config);
		await using db = openDatabase(found.url, { timeouts: OF_JOBS });
		const site = await findSite(found.ownerName, found.ownerUrl);
		expectSite(site, config.publicUrl);
		mark = site?.mark ?? null;
		await lookAtDatabase(db, isPublic);
		const isBegun = mark !== null || !isPublic;
		return {
			said: isBegun ? 'holds the site' : 'was in use on this machine only: run "npm run init"',
			fault: !isBegun,
		};
	});
	await look('sign-in', async () => {
		const { google, line, oidc } = config.providers;
		if (google === null && line === null && oidc === null)
			return { said: 'nobody can sign in: no network is set', fault: true };
		return google === null
			? { said: 'no operator can sign in: GOOGLE_CLIENT_ID is not set', fault: true }
			: { said: 'by Google, as operators need it' };
	});
	await look('pictures', async () => {
		if (isPublic && mark !== null) await expectOwnStore(config, mark);
		await expectPictures(openPictures(config));
		return { said: config.media === null ? config.dataFolder : `the bucket ${config.media.bucket}` };
	});
	if (config.media === null || !isPublic) await lookAtFolder(config);
	if (isPublic) {
		await look('certificate', async () => {
			const days = Math.floor(((await certificateEnds(new URL(config.publicUrl))) - Date.now()) / DAY_MS);
			return { said: `${days} days left`, fault: days < CERTIFICATE_DAYS_MIN };
		});
	}
}

async function lookAtFolder(config: Config): Promise<void> {
	await look('disk', async () => {
		const { bavail, blocks } = await statfs(config.dataFolder);
		return {
			said: `${Math.round((100 * bavail) / blocks)} % free at ${config.dataFolder}`,
			fault: bavail / blocks < FREE_MIN,
		};
	});
	await look('permissions', async () => {
		const mode = (await stat(config.dataFolder)).mode & 0o777;
		return { said: `${config.dataFolder} has ${mode.toString(8)}`, fault: (mode & 0o077) !== 0 };
	});
}

async function lookAtDatabase(db: Database, isPublic: boolean): Promise<void> {
	await look('clock', async () => {
		const before = Date.now();
		const { now } = await one<{ now: number }>(db, {
			text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
		});
		const apartMs = Math.round(now - (before + Date.now()) / 2);
		const isShipped = (await readClockDefinition(db)) === SHIPPED_CLOCK;
		const said = `the database is ${apartMs} ms ahead of this machine${isShipped ? '' : ', and its clock is not the shipped one'}`;
		return { said, fault: Math.abs(apartMs) > CLOCK_APART_MS || !isShipped };
	});
	await look('migrations', async () => {
		const applied = await db.query<{ name: string }>({ text: 'select name from migration' });
		const pending = await pendingMigrations(new Set(applied.map(({ name }) => name)));
		return { said: pending.length === 0 ? 'all applied' : `the next start applies ${pending.join(', ')}` };
	});
	await look('login', async () => {
		const { rewrites } = await one<{ rewrites: boolean }>(db, {
			text: `select has_table_privilege(session_user, 'ledger_entry', 'update') as rewrites`,
		});
		const said = rewrites
			? 'DATABASE_URL could rewrite the books: give it a login of its own, see "The two database roles" in docs/operating'
			: 'cannot rewrite the books';
		return { said, fault: rewrites && isPublic };
	});
	await look('operators', async () => {
		const { operators, keyed } = await one<{ operators: number; keyed: number }>(db, {
			text: `select count(*) as operators, count(*) filter (where exists (select from operator_passkey key
				where key.operator_id = operator.operator_id)) as keyed from operator where removed_at is null`,
		});
		const said = `${operators}, ${keyed} with a passkey`;
		return keyed < 2 ? { said: `${said}: approvals need two`, fault: isPublic } : { said };
	});
	await look('crashes', async () => {
		const lossy = await db.query<{ name: string }>({
			text: `select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) as name
				where current_setting(name) = 'off'`,
		});
		if (lossy.length === 0) return { said: 'lose nothing that was answered' };
		const names = lossy.map(({ name }) => name).join(', ');
		return { said: `may lose votes and payments that were answered: turn on ${names}`, fault: true };
	});
	await look('standbys', async () => {
		const { target } = await one<{ target: string | null }>(db, {
			text: `select max(name) as target from pg_settings
				where name ~ '^recovery_target(_lsn|_name|_time|_xid)?$' and setting <> '' and not pending_restart`,
		});
		if (target === null) return { said: 'would follow this server to its end' };
		const said = `one that is made now would end at ${target} and become a second primary: run "alter system reset ${target}", then "select pg_reload_conf()"`;
		return { said, fault: true };
	});
	await look('archive', async () => {
		const { on, age } = await one<{ on: boolean; age: number | null }>(db, {
			text: `select current_setting('archive_mode') <> 'off' as on,
				extract(epoch from clock_timestamp() - last_archived_time)::float8 as age from pg_stat_archiver`,
		});
		if (!on) return { said: 'PostgreSQL archives nothing: see docs/operating/recovery.md', fault: isPublic };
		if (age === null) return { said: 'PostgreSQL has not archived anything yet', fault: true };
		return { said: `last ${Math.round(age)} s ago`, fault: age > ARCHIVE_AGE_MAX_S };
	});
	await look('audit', async () => {
		const { age, broken } = await one<{ age: number | null; broken: number }>(db, {
			text: `select extract(epoch from clock_timestamp() - max(checked_at))::float8 as age,
				coalesce(sum(cardinality(broken)), 0)::integer as broken from reconciliation`,
		});
		const said = age === null ? 'has not run yet' : `${Math.round(age / 60)} minutes ago, ${broken} rules broken`;
		return { said, fault: broken > 0 };
	});
	await look('contact', async () => {
		const { mail } = await one<{ mail: string }>(db, { text: 'select contact_mail as mail from site_setting' });
		const isMadeUp = isPublic && mail.endsWith('.example');
		return { said: isMadeUp ? `${mail} is made up: set the address in the console, Site` : mail, fault: isMadeUp };
	});
}

/** When the certificate ends that visitors get (epoch ms). One that nobody trusts is an error. */
function certificateEnds({ hostname, port }: URL): Promise<number> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, timeout: 5_000 }, () => {
			resolve(Date.parse(socket.getPeerCertificate().valid_to));
			socket.destroy();
		});
		socket.on('timeout', () => socket.destroy(new Error(`${hostname} does not answer`)));
		socket.on('error', reject);
	});
}
