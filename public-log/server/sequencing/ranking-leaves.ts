/**
 * Leaves that the sequencer itself adds to a ranking's log: its rules, its closing, its result. Each ranking is handled by
 * itself: one whose leaf cannot be written holds up its own log only.
 */
import canonicalize from 'canonicalize';
import { formatLeaf, type Leaf } from '#public-log/format/leaf.ts';
import { base64 } from '#public-log/format/bytes.ts';
import type { OpenRules, Result } from '#public-log/format/ranking-json.ts';
import { encodeBundle, LEAF_BYTES_MAX } from '#public-log/format/tiles.ts';
import { OBJECTION_HOURS_MIN } from '#contract/voting.ts';
import { eachInSavepoint } from '#server/jobs/each.ts';
import type { Tx } from '#server/kernel/database.ts';
import * as sql from './sql.ts';

const SECONDS_PER_HOUR = 3_600;

export interface RankingFault {
	rankingId: number;
	rankingKey: string;
	error: unknown;
}

export interface Written {
	/** Number of leaves. */
	written: number;
	faults: RankingFault[];
}

/** Begins the logs of rankings that have opened, and adds the rules to those where they have changed. */
export async function logRules(tx: Tx): Promise<Written> {
	return eachRanking(tx, await sql.selectUnloggedRules(tx), async (ranking) => {
		// The time of a leaf is no rule: the leaf is written anew only if something else has changed.
		const known = ranking.logged === null ? null : (JSON.parse(ranking.logged) as OpenRules);
		const rules = rulesOf(ranking, await sql.selectCandidates(tx, ranking.rankingId), known);
		const isSame = known !== null && canonicalize({ ...rules, at: known.at }) === ranking.logged;
		const json = isSame ? (ranking.logged ?? '') : (canonicalize(rules) ?? '');
		await sql.keepRules(tx, ranking, json);
		// A new picture is a new version, but not another rule.
		return isSame ? null : { type: 'open', json: rules };
	});
}

function rulesOf({ rules }: sql.RankingRules, candidates: readonly sql.Candidate[], known: OpenRules | null) {
	const listed = (namesOf: (candidate: sql.Candidate) => string[]): OpenRules => ({
		...rules,
		objection_seconds: OBJECTION_HOURS_MIN * SECONDS_PER_HOUR,
		reason: null,
		pseudonyms: 'ranking',
		extensions: {},
		candidates: Object.fromEntries(candidates.map((candidate) => [candidate.artistId, namesOf(candidate)])),
	});
	const full = listed(({ names }) => names);
	// Nobody is named for the first time when votes are there: what was too long once stays without names.
	const isNameless = Object.values(known?.candidates ?? {}).some((names) => names.length === 0);
	return !isNameless && fits({ type: 'open', json: full }) ? full : listed(() => []);
}

const fits = (leaf: Leaf) => formatLeaf(leaf).length <= LEAF_BYTES_MAX;

export async function logClosings(tx: Tx): Promise<Written> {
	return eachRanking(tx, await sql.selectClosable(tx), async ({ rankingId, rankingKey, closedAt, votes }) => {
		await sql.mark(tx, rankingId, 'closed_at');
		return { type: 'close', ranking: rankingKey, at: closedAt, votes };
	});
}

/** The last leaf of a log: the result, bound to the tree before it. */
export async function logResults(tx: Tx): Promise<Written> {
	return eachRanking(tx, await sql.selectCertified(tx), async (certified) => {
		await sql.mark(tx, certified.rankingId, 'certified_at');
		return { type: 'result', json: resultOf(certified, await sql.selectTally(tx, certified.rankingId)) };
	});
}

function resultOf({ rankingKey, size, root }: sql.Certified, entries: readonly sql.TallyRow[]): Result {
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
	return fits({ type: 'result', json: full }) ? full : { ...full, tally: null };
}

/** Appends the leaf that `work` returns for each ranking, or undoes what it did if that fails. */
async function eachRanking<Ranking extends { rankingId: number; rankingKey: string }>(
	tx: Tx,
	rankings: readonly Ranking[],
	work: (ranking: Ranking) => Promise<Leaf | null>,
): Promise<Written> {
	let written = 0;
	const failed = await eachInSavepoint(tx, rankings, async (ranking) => {
		const leaf = await work(ranking);
		if (!leaf) return;
		await sql.appendLeaves(tx, ranking.rankingId, Buffer.from(encodeBundle([formatLeaf(leaf)])), 1);
		written += 1;
	});
	return {
		written,
		faults: Array.from(failed, ([{ rankingId, rankingKey }, error]) => ({ rankingId, rankingKey, error })),
	};
}
