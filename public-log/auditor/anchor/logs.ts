/** Reads a ranking's log and judges whether it is the one that the anchor tells of. */
import { base64, hex } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { leafHash, RightEdge } from '#public-log/format/tree.ts';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { Reports } from '../checks/findings.ts';
import { rankingOf } from '../checks/revoked.ts';
import { readCheckpoint } from '../source/checkpoint.ts';
import { readLeaves } from '../source/leaves.ts';
import { type LogSource, Unreachable } from '../source/source.ts';
import { VoteScan } from '../vote-scan.ts';
import type { Claims, RootClaim, SumsClaim } from './claims.ts';
import type { KeyCheck } from './keys.ts';

type Sums = Supply['rankings'][string];

/** @throws {Unreachable} if the log cannot be read */
export async function judgeLog(
	source: LogSource,
	{ claims, keys }: { claims: Claims; keys: KeyCheck },
	findings: Reports<'logs' | 'results' | 'gems'>,
): Promise<void> {
	const opened = await readCheckpoint(source);
	if (!opened) throw new Unreachable('The checkpoint of a log cannot be read');
	const { origin, size } = opened.checkpoint;
	await keys.judgeLog(origin, size, opened.note, claims);
	const roots = claims.roots.of(origin);
	const sums = claims.sums.of(rankingOf(origin));
	const walk = startLogWalk(origin, roots, sums, findings);
	const bundles = { fail: (_: 'bundles', note: string) => findings.fail('logs', `${origin}: ${note}`) };
	if (!(await readLeaves(source, size, walk.take, bundles))) return;
	const missing = roots.find((claim) => claim.size > size);
	if (missing) findings.fail('logs', `${origin} has ${size} leaves, but had ${missing.size}`, missing.leaf);
	// The supply goes on with the log of the same ranking under its next name.
	const hasEnded = roots.some(({ isEnd }) => isEnd);
	const ahead = sums.find((claim) => claim.sums.size > size);
	if (ahead && !hasEnded) findings.fail('gems', `${origin} has ${size} leaves, not ${ahead.sums.size}`, ahead.leaf);
}

function startLogWalk(
	origin: string,
	roots: readonly RootClaim[],
	told: readonly SumsClaim[],
	findings: Reports<'logs' | 'results' | 'gems'>,
) {
	const rootsAt = Map.groupBy(roots, ({ size }) => size);
	const sumsAt = Map.groupBy(told, ({ sums }) => sums.size);
	const edge = new RightEdge();
	const scan = new VoteScan();
	const own: Sums = { size: 0, votes: 0, tickets: 0, gems_earned: 0, gems_purchased: 0 };

	function judgeRoot(claim: RootClaim, last: Uint8Array): void {
		if (base64(edge.root()) !== claim.root)
			findings.fail('logs', `${origin} did not begin with these ${claim.size} leaves`, claim.leaf);
		else if (
			claim.leafSha256 !== null &&
			(parseLeaf(last)?.type !== 'result' || hex(sha256(last)) !== claim.leafSha256)
		)
			findings.fail('results', `${origin} ends with another leaf`, claim.leaf);
	}

	function judgeSums({ sums, leaf }: SumsClaim): void {
		const field = (Object.keys(own) as (keyof Sums)[]).find((name) => own[name] !== sums[name]);
		if (field) findings.fail('gems', `${origin}: ${field} is ${own[field]}, not ${sums[field]}`, leaf);
	}

	return {
		take(leaf: Uint8Array): void {
			if (scan.scan(leaf)) {
				own.votes += 1;
				own.tickets += scan.tickets;
				own.gems_earned += scan.gemsEarned;
				own.gems_purchased += scan.gemsPurchased;
			}
			edge.append(leafHash(leaf));
			own.size = edge.size;
			for (const claim of rootsAt.get(edge.size) ?? []) judgeRoot(claim, leaf);
			for (const claim of sumsAt.get(edge.size) ?? []) judgeSums(claim);
		},
	};
}
