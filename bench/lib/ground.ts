/** A durable PostgreSQL server of the bench's own, with databases full of fans. Gone when the bench ends. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '#server/books/audit.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { keepVoterSecrets, openVoterSecrets } from '#public-log/server/fans/voters.ts';

export const FANS = 100_000;
export const ARTISTS = 200;
export const RANKING = 'bench';

/** For us and for our peers alike. fsync and synchronous_commit stay on. */
const SETTINGS = {
	max_connections: '200',
	// The share of memory that PostgreSQL's manual names for a machine of 8 GB.
	shared_buffers: '2GB',
	min_wal_size: '2GB',
	max_wal_size: '4GB',
	checkpoint_timeout: '15min',
};

export interface BenchDatabase {
	url: string;
	/** As the owner. */
	db: Database;
}

export async function openGround() {
	const closing = new AsyncDisposableStack();
	const folder = closing.use(await mkdtempDisposable(join(tmpdir(), 'lightstick-bench-')));
	const server = closing.use(await startEmbedded({ folder: folder.path, settings: SETTINGS }));
	const open = (url: string, max: number) => closing.use(openDatabase(url, { role: null, max, timeouts: OF_JOBS }));
	const root = open(server.url, 1);
	await root.query({ text: 'create database ground' });
	await migrate(server.urlOf('ground'));
	const template = openDatabase(server.urlOf('ground'), { role: null, max: 1, timeouts: OF_JOBS });
	await plantFans(template);
	await template.query({ text: FILL_WAL });
	await template.query({ text: 'checkpoint' });
	await template.close();
	return {
		/** A migrated database with fans, sessions, wallets and one open ranking. */
		async database(name: string): Promise<BenchDatabase> {
			await root.query({ text: `create database ${name} template ground` });
			const url = server.urlOf(name);
			return { url, db: open(url, 2) };
		},
		/** For `against`: an earlier tree can be closed by this name only. */
		close: () => closing.disposeAsync(),
		[Symbol.asyncDispose]: () => closing.disposeAsync(),
	};
}

/** Fills a migrated database with fans, sessions, wallets and one open ranking. */
async function plantFans(db: Database): Promise<void> {
	for (const text of ROWS) await db.query({ text });
	// Each fan got a secret when the fan signed in, long before the vote.
	const { make } = openVoterSecrets(MASTER_KEY);
	await keepVoterSecrets(
		db,
		Array.from({ length: FANS }, (_, index) => ({ fanId: index + 1, sealed: make() })),
	);
	await db.query({ text: 'vacuum analyze' });
}

/** The server's settings name the same key: see servers.ts. */
export const MASTER_KEY = Buffer.alloc(32, 'bench');

/**
 * A server that has been up for a while writes its log into files that it has used before; a new one makes each of them,
 * which takes a tenth of a second in which nobody's vote is committed.
 */
const FILL_WAL = `select count(pg_logical_emit_message(false, 'bench', repeat('x', 1000000))) from generate_series(1, 1500)`;

/** A load program makes a fan's token from the number. */
export const tokenOf = (fan: number): string => `fan-${fan}`;

/** Measured votes must be true votes. @throws {Error} where the books do not balance */
export async function assertBalanced({ url }: BenchDatabase): Promise<number> {
	await using db = openDatabase(url, { max: 1, timeouts: OF_JOBS });
	const report = await audit(db);
	const broken = report.findings.filter((finding) => finding.broken > 0);
	if (broken.length > 0) throw new Error(`The books do not balance: ${JSON.stringify(broken)}`);
	return report.votes;
}

const ROWS = [
	// As many bytes as a real chart has: names, colors and pictures that do not repeat.
	`insert into media (media_id, width, height) select md5('portrait' || n), 640, 640
		from generate_series(1, ${ARTISTS}) n`,
	`insert into artist
			(kind, en_name, native_name, native_lang, nationality, gender, birthday, fan_color, avatar_media_id)
		select 'solo', initcap(left(md5('first' || n), 6) || ' ' || left(md5('last' || n), 8)),
			chr(44032 + n * 37) || chr(44500 + n * 31) || chr(45000 + n * 29), 'ko', 'KR', 2, '2001-07-07',
			'#' || upper(left(md5('color' || n), 6)), md5('portrait' || n)
		from generate_series(1, ${ARTISTS}) n`,
	`insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote)
		values ('${RANKING}', 'monthly', 'The bench', lightstick_now() - interval '1 day',
			lightstick_now() + interval '10 days', 10)`,
	'insert into ranking_entry (ranking_id, artist_id) select 1, artist_id from artist',
	`insert into fan (fan_id, name, country, register_platform, registered_at)
		select n, 'Fan ' || n, 'KR', 'google', lightstick_now() from generate_series(1, ${FANS}) n`,
	`insert into session (token_hash, fan_id, provider, browser_hash, activated_at, expires_at)
		select sha256(('fan-' || fan_id)::bytea), fan_id, 'google', sha256('browser'), lightstick_now(),
			lightstick_now() + interval '30 days'
		from fan`,
	`insert into wallet (fan_id, earned, purchased, last_seq, registered)
		select fan_id, 1000000000, 1000000000, 1, true from fan`,
	`insert into ledger_entry
			(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select fan_id, 1, 'adjustment', earned, purchased, earned, purchased, 'opening gems', lightstick_now()
		from wallet`,
	// Gems come from an operator, or the books do not balance.
	`with giver as (
			insert into operator (issuer, subject, email, role, removed_at)
			values ('https://idp.example', 'former', 'former@team.example', 'finance', lightstick_now()) returning operator_id
		)
		insert into gem_adjustment (fan_id, ledger_seq, operator_id, amount)
		select fan_id, seq, operator_id, earned + purchased from ledger_entry cross join giver`,
];
