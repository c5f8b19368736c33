/**
 * Gives every committed leaf its index. All of a run is one transaction on one snapshot: the rules that a vote was cast
 * under come before it, and the end of a log comes after all of its votes. Two sequencers may run at once: whatever both
 * would change, the second cannot commit.
 */
import canonicalize from 'canonicalize';
import pg from 'pg';
import { formatLeaf, type Leaf } from '#contract/proof/leaf.ts';
import { base64 } from '#contract/proof/bytes.ts';
import type { OpenRules, Result } from '#contract/proof/ranking-json.ts';
import { encodeBundle, LEAF_BYTES_MAX } from '#contract/proof/tiles.ts';
import { OBJECTION_HOURS_MIN } from '#contract/voting.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import * as endingSql from './ending-sql.ts';
import * as sql from './sequencer-sql.ts';

const TRIES = 10;
const SECONDS_PER_HOUR = 3_600;

/**
 * Returns true if a log has grown.
 * @throws {pg.DatabaseError} 40001 if another sequencer was faster: nothing was changed
 */
export function sequence(db: Database): Promise<boolean> {
	return db.transaction(async (tx) => {
		await sql.readOneSnapshot(tx);
		return sequenceIn(tx);
	});
}

/** The same in a transaction that reads one snapshot already. After it, every vote of the snapshot has its index. */
export async function sequenceIn(tx: Tx): Promise<boolean> {
	const rules = await logRules(tx);
	const batches = await sql.giveIndexes(tx);
	const closed = await logClosings(tx);
	const results = await logResults(tx);
	return rules + batches + closed + results > 0;
}

/** Sequences what is committed by now, also while another process does. Returns true if a log has grown. */
export async function sequenceNow(db: Database): Promise<boolean> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await sequence(db);
		} catch (error) {
			if (tries === TRIES || !(error instanceof pg.DatabaseError) || error.code !== '40001') throw error;
		}
	}
}

/** Begins the logs of rankings that have opened, and adds the rules to those where they have changed. */
async function logRules(tx: Tx): Promise<number> {
	let written = 0;
	for (const ranking of await sql.selectUnloggedRules(tx)) {
		const rules = rulesOf(ranking, await sql.selectCandidates(tx, ranking.rankingId));
		const json = canonicalize(rules) ?? '';
		await sql.keepRules(tx, ranking, json);
		// A new picture is a new version, but not another rule.
		if (json === ranking.logged) continue;
		await append(tx, ranking.rankingId, { type: 'open', json: rules });
		written += 1;
	}
	return written;
}

function rulesOf(ranking: sql.RankingRules, candidates: readonly sql.Candidate[]): OpenRules {
	const rules = {
		ranking: ranking.rankingKey,
		type: ranking.type,
		title: ranking.title,
		starts_at: ranking.startsAt,
		ends_at: ranking.endsAt,
		gems_per_vote: ranking.gemsPerVote,
		votes_per_fan_max: ranking.votesPerFanMax,
		objection_seconds: OBJECTION_HOURS_MIN * SECONDS_PER_HOUR,
		review_seconds: ranking.reviewHours * SECONDS_PER_HOUR,
		pseudonyms: 'ranking' as const,
	};
	const named = (names: (candidate: sql.Candidate) => string[]) => ({
		...rules,
		candidates: Object.fromEntries(candidates.map((candidate) => [candidate.artistId, names(candidate)])),
	});
	const full = named(({ enName, nativeName }) => (nativeName === null ? [enName] : [enName, nativeName]));
	return fits({ type: 'open', json: full }) ? full : named(() => []);
}

const fits = (leaf: Leaf) => formatLeaf(leaf).length <= LEAF_BYTES_MAX;

async function logClosings(tx: Tx): Promise<number> {
	const closable = await endingSql.selectClosable(tx);
	for (const { rankingId, rankingKey, closedAt, votes } of closable) {
		await append(tx, rankingId, { type: 'close', ranking: rankingKey, at: closedAt, votes });
		await endingSql.markClosed(tx, rankingId);
	}
	return closable.length;
}

/** The last leaf of a log: the result, bound to the tree before it. */
async function logResults(tx: Tx): Promise<number> {
	const certified = await endingSql.selectCertified(tx);
	for (const { rankingId, rankingKey, size, root } of certified) {
		const entries = await endingSql.selectTally(tx, rankingId);
		const full: Result = {
			ranking: rankingKey,
			size,
			root: base64(root),
			tally: Object.fromEntries(
				entries.map(({ artistId, counted, voided, restored }) => [
					artistId,
					{ given: counted + voided - restored, voided, restored, counted },
				]),
			),
			order: entries.filter(({ rank }) => rank !== null).map(({ artistId }) => artistId),
			hidden: entries.filter(({ rank }) => rank === null).map(({ artistId }) => artistId),
		};
		const json = fits({ type: 'result', json: full }) ? full : { ...full, tally: null };
		await append(tx, rankingId, { type: 'result', json });
		await endingSql.markCertified(tx, rankingId);
	}
	return certified.length;
}

async function append(tx: Tx, rankingId: number, leaf: Leaf): Promise<void> {
	await sql.appendLeaves(tx, rankingId, Buffer.from(encodeBundle([formatLeaf(leaf)])), 1);
}
