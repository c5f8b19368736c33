/** Checks every public log of a database, from its rows and from the store, as an auditor would check it from outside. */
import { utf8 } from '#contract/proof/bytes.ts';
import { formatVerifierKey } from '#contract/proof/note.ts';
import { parseTilePath } from '#contract/proof/tiles.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/kernel/database.ts';
import { openLogs } from '#server/stores.ts';
import { selectAnchor } from '#server/vote-log/anchor/sql.ts';
import { openLogKeys } from '#server/vote-log/keys.ts';
import { selectLogs, type LogState } from '#server/vote-log/sql.ts';
import { readTile } from '#server/vote-log/tiles.ts';
import { auditAnchor } from '../../auditor/anchor/audit-anchor.ts';
import { audit } from '../../auditor/audit.ts';
import { linesOf, linesOfAnchor } from '../../auditor/print.ts';
import type { LogSource } from '../../auditor/source/source.ts';

const FAIL = /^(?:FAIL|The log FAILS)/;

/** Tells a line per log, and what fails. Returns true if all pass. @param config of the database's generation */
export async function checkLogs(db: Db, config: Config, tell: (line: string) => void): Promise<boolean> {
	const keys = await openLogKeys(config);
	const store = openLogs(config);
	const { prefix, anchor } = config.voteLog;

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
	const names = await db.query<{ name: string }>({
		text: `select ranking_key as name from vote_log join ranking using (ranking_id) where published_size > 0
			order by ranking_id`,
	});
	let allPass = true;
	for (const state of await selectLogs(
		db,
		names.map(({ name }) => name),
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
