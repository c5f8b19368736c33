/**
 * `npm run doctor`: what stands between this installation and a safe night. Reads settings, database, files and certificate,
 * changes nothing, and ends with 1 if something has to be done.
 */
import { readFile, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { isLoopback, readConfig } from '#server/config/config.ts';
import { SHIPPED_CLOCK, readClockDefinition } from '#server/http/health.ts';
import { findSite } from '#server/db/installation.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import type { FoundDatabase } from '#server/db/start.ts';
import { StartRefused } from '#server/config/refused.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { one, type Database } from '#server/kernel/database.ts';
import { expectOwnStore, expectPictures, openPictures } from '#server/storage.ts';
import { isBuilt } from './lib/build-stamp.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';
import { findSiteDatabase } from './lib/site-database.ts';
import { ROOT } from './lib/steps.ts';

printRefusalsPlainly();

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

// A setting that is refused ends here, with a line for each.
const asked = new Set<string>();
const config = readConfig(new Proxy(process.env, { get: (env, name) => (asked.add(String(name)), env[String(name)]) }));
const isPublic = !isLoopback(config.publicUrl);
console.log(`ok    settings     of ${config.publicUrl}`);
await look('build', async () => ({
	said: (await isBuilt(ROOT)) ? 'dist/ is of these sources' : 'run "npm run build"',
	fault: !(await isBuilt(ROOT)),
}));
// Whoever mends a database also wants to know what else is wrong.
const found = await findSiteDatabase(config).catch((error: unknown) => {
	if (!(error instanceof StartRefused)) throw error;
	return error;
});
if (found instanceof StartRefused) await look('database', () => Promise.reject(found));
else await lookAtDatabase(found);
await look('sign-in', async () => {
	const networks = Object.entries(config.providers).flatMap(([name, provider]) => (provider ? [name] : []));
	if (networks.length === 0) return { said: 'nobody can sign in: no network is set', fault: true };
	return { said: `with ${networks.join(', ')}${config.providers.google ? '' : ': operators need Google'}` };
});
await look('pictures', async () => {
	const site = found instanceof StartRefused ? null : await findSite(found.ownerName, found.ownerUrl).catch(() => null);
	if (isPublic && site?.mark) await expectOwnStore(config, site.mark);
	await expectPictures(openPictures(config));
	return { said: config.media === null ? config.dataFolder : `the bucket ${config.media.bucket}` };
});
if (config.media === null || !isPublic) {
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
await look('secrets', async () => {
	// Other programs have settings of that form too.
	const files = [...asked].flatMap((name) => {
		const file = name.endsWith('_FILE') && process.env[name];
		return file ? [{ name, file }] : [];
	});
	const open: string[] = [];
	for (const { name, file } of files) {
		await readFile(file);
		if (((await stat(file)).mode & 0o004) !== 0) open.push(name);
	}
	return open.length > 0
		? { said: `everybody on this machine may read ${open.join(', ')}`, fault: true }
		: { said: `${files.length} in files` };
});
if (isPublic) {
	await look('certificate', async () => {
		const days = Math.floor(((await certificateEnds(new URL(config.publicUrl))) - Date.now()) / DAY_MS);
		return { said: `${days} days left`, fault: days < CERTIFICATE_DAYS_MIN };
	});
}
console.log(faults === 0 ? 'Good night.' : `${faults} of these must be mended.`);
process.exitCode = faults === 0 ? 0 : 1;

async function lookAtDatabase({ url, embedded }: FoundDatabase): Promise<void> {
	const db = openDatabase(url, { timeouts: OF_JOBS });
	try {
		await lookInto(db);
	} finally {
		await db.close();
		await embedded?.stop();
	}
}

async function lookInto(db: Database): Promise<void> {
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
	await look('contact', async () => {
		const { mail } = await one<{ mail: string }>(db, { text: 'select contact_mail as mail from site_setting' });
		return { said: `fans write to ${mail}`, fault: isPublic && mail.endsWith('.example') };
	});
	await look('operators', async () => {
		const { operators, keyed } = await one<{ operators: number; keyed: number }>(db, {
			text: `select count(*) as operators, count(*) filter (where exists (select from operator_passkey key
				where key.operator_id = operator.operator_id)) as keyed from operator where removed_at is null`,
		});
		const said = `${operators}, ${keyed} with a passkey`;
		return keyed < 2 ? { said: `${said}: approvals need two`, fault: isPublic } : { said };
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
