/** Follows a restore or the revocation of a key: gives the public logs new names, then checks each of them. */
import { utf8 } from '#public-log/format/bytes.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { parseTilePath } from '#public-log/format/tiles.ts';
import type { Config } from '#server/config/config.ts';
import { readSiteFacts } from '#server/facts.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { openLogs, openLogWriter } from '#server/storage.ts';
import { selectAnchor } from '#public-log/server/anchor/sql.ts';
import { beginGeneration, type Cause } from '#public-log/server/generations/begin.ts';
import type { LogNames, LogReader } from '#public-log/server/store.ts';
import { openLogKeys, type LogKeys } from '#public-log/server/keys.ts';
import { selectLogs, type LogState } from '#public-log/server/sql.ts';
import { readTile } from '#public-log/server/tiles.ts';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { audit } from '#public-log/auditor/audit.ts';
import { linesOf, linesOfAnchor } from '#public-log/auditor/print.ts';
import type { LogSource } from '#public-log/auditor/source/source.ts';

/**
 * Returns true if every log passes.
 * @param ownerUrl of a database that no site uses now
 * @param findCause why new logs begin, once the database has its tables; null: they have begun already, and are checked
 */
export async function beginLogs(
	ownerUrl: string,
	config: Config,
	findCause: (db: Database, keys: LogKeys) => Cause | Promise<Cause | null>,
	tell: (line: string) => void,
): Promise<boolean> {
	// A backup may be older than this version.
	await migrate(ownerUrl);
	await using db = openDatabase(ownerUrl, { role: null, max: 2, timeouts: OF_JOBS });
	const keys = await openLogKeys(config);
	const openStore = (generation: number) => openLogWriter(config, generation);
	const cause = await findCause(db, keys);
	const deps = { db, publicUrl: config.publicUrl, keys, openStore };
	if (cause) await beginGeneration(deps, cause);
	const { logs } = await readSiteFacts(db, config);
	tell(`The public logs go on as ${logs.prefix}; those before have ended`);
	return await checkLogs(db, { store: openLogs(config, logs.generation), keys, names: logs }, tell);
}

const FAIL = /^(?:FAIL|The log FAILS)/;

/**
 * Checks every public log of a database, from its rows and from the store, as an auditor would check it from outside. Tells a
 * line per log, and what fails. Returns true if all pass.
 */
async function checkLogs(
	db: Db,
	{ store, keys, names: { prefix, anchor } }: { store: LogReader; keys: LogKeys; names: LogNames },
	tell: (line: string) => void,
): Promise<boolean> {
	function sourceOf(origin: string, state: LogState): LogSource {
		const vkey = formatVerifierKey(keys.signer(origin, state.publicKey).key);
		return {
			async read(path, limit) {
				if (path === 'vkey') return utf8(`${vkey}\n`);
				if (path === 'checkpoint') return utf8(state.checkpoint ?? '');
				const name = parseTilePath(path);
				return name && ((await readTile(store, state, name))?.subarray(0, limit) ?? null);
			},
		};
	}

	const report = (origin: string, passed: boolean, lines: readonly string[]) => {
		tell(`${passed ? 'ok    ' : 'FAILED'} public log ${origin}`);
		if (!passed) for (const line of lines.filter((one) => FAIL.test(one))) tell(`       ${line}`);
		return passed;
	};

	const NOTHING = { key: null, older: [], receipt: null, promise: null };
	const rankings = await db.query<{ name: string }>({
		text: `select ranking_key as name from vote_log join ranking using (ranking_id) where published_size > 0
			order by ranking_id`,
	});
	let allPass = true;
	for (const state of await selectLogs(
		db,
		rankings.map(({ name }) => name),
	)) {
		const origin = `${prefix}/${state.name}`;
		const result = await audit(sourceOf(origin, state), NOTHING);
		allPass = report(origin, result.passed, linesOf(result)) && allPass;
	}
	const state = await selectAnchor(db);
	if (state.publishedSize === 0) return allPass;
	const result = await auditAnchor(sourceOf(anchor, state), { key: null, older: [], policy: null, logs: [] });
	return report(anchor, result.passed, linesOfAnchor(result)) && allPass;
}
