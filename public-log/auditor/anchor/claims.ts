/** What the anchor claims of rankings' logs, gathered from its leaves. */
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { AnchorLeaf, AnchorLeafOf } from '#public-log/format/anchor/anchor-leaf.ts';
import { rankingOf } from '../checks/revoked.ts';
import { RestoreCheck } from './restored.ts';
import type { Reports } from '../checks/findings.ts';

export interface RootClaim {
	size: number;
	/** Base64. */
	root: string;
	/** SHA-256 of the last leaf, which is the result. Null in a plain checkpoint. */
	leafSha256: string | null;
	/** True if the log goes on under another name from here. */
	isEnd: boolean;
	/** Index of the leaf that claims it. */
	leaf: number;
}

export interface SumsClaim {
	sums: Supply['rankings'][string];
	leaf: number;
}

/** Lists by name, each in the order of the anchor. */
class Lists<Item> extends Map<string, Item[]> {
	add(name: string, item: Item): void {
		const items = this.get(name);
		if (items) items.push(item);
		else this.set(name, [item]);
	}

	of(name: string): readonly Item[] {
		return this.get(name) ?? [];
	}
}

/** The size of a ranking's log, as supplies told it from one second to another. */
export interface TimeClaim {
	size: number;
	from: number;
	to: number;
	leaf: number;
}

export class Claims {
	/** By origin. */
	readonly roots = new Lists<RootClaim>();
	/** By the ranking's key. */
	readonly sums = new Lists<SumsClaim>();
	/** By origin: what a log and its successor share. */
	readonly kept = new Lists<RootClaim>();
	readonly restored = new RestoreCheck();
	/** The numbers of accounts that were told last. */
	accounts: { at: number; created: number } | null = null;
	/** The latest second that the anchor states. */
	clock = 0;
	/** SHA-256 of the auditor that the site serves, and of its witnesses' policy. */
	readonly told = new Map<'program' | 'policy', string>();
	readonly #times = new Lists<TimeClaim>();
	#supplyAt: number | null = null;

	/** A ranking that a supply does not name is as it was told last. */
	addSizes(at: number, sizes: ReadonlyMap<string, number>, leaf: number): void {
		for (const [ranking, size] of sizes) {
			const last = this.#times.of(ranking).at(-1);
			if (!last && this.#supplyAt !== null)
				this.#times.add(ranking, { size: 0, from: this.#supplyAt, to: this.#supplyAt, leaf });
			if (last?.size === size) last.to = at;
			else this.#times.add(ranking, { size, from: at, to: at, leaf });
		}
		this.#supplyAt = at;
		this.clock = Math.max(this.clock, at);
	}

	/** Index of the leaf that ends a log. */
	endOf = (origin: string): number => this.roots.of(origin).find(({ isEnd }) => isEnd)?.leaf ?? Infinity;

	/** After its end, supplies tell of the log's successor. */
	timesOf(origin: string, ranking: string): readonly TimeClaim[] {
		const end = this.endOf(origin);
		return this.#times.of(ranking).filter(({ leaf }) => leaf < end);
	}

	/** The leaves that the anchor had told of a log before its own leaf of this index. */
	sizeBefore(origin: string, leaf: number): number {
		return this.roots.of(origin).findLast((claim) => claim.leaf < leaf)?.size ?? 0;
	}
}

/** Judges the anchored checkpoints of each log by themselves, and keeps them for those who read the logs. */
export function judgeGrowth(leaf: AnchorLeaf, index: number, claims: Claims, findings: Reports<'growth'>): void {
	if (leaf.type !== 'cp' && leaf.type !== 'result' && leaf.type !== 'restored') return;
	const { origin, size, root } = leaf;
	const last = claims.roots.of(origin).at(-1);
	const isEnd = leaf.type === 'restored';
	if (last?.isEnd) findings.fail('growth', `${origin} goes on under another name`, index);
	else if (last?.leafSha256 && !isEnd) findings.fail('growth', `${origin} has its result already`, index);
	else if (last && (isEnd ? size < last.size : size <= last.size))
		findings.fail('growth', `${origin} had ${last.size} leaves before`, index);
	const leafSha256 = leaf.type === 'result' ? leaf.leafSha256 : null;
	claims.roots.add(origin, { size, root, leafSha256, isEnd, leaf: index });
	if (leaf.type === 'restored') judgeSuccessor(leaf, index, claims, findings);
}

function judgeSuccessor(
	leaf: AnchorLeafOf<'restored'>,
	index: number,
	claims: Claims,
	findings: Reports<'growth'>,
): void {
	const { origin, size, root, successor, kept, keptRoot } = leaf;
	const fail = (note: string) => findings.fail('growth', note, index);
	if (kept > size) fail(`${origin} had ${size} leaves, and its successor keeps ${kept}`);
	if (kept === size && root !== keptRoot) fail(`${origin} ended with another root than its successor keeps`);
	if (successor === origin || rankingOf(successor) !== rankingOf(origin))
		fail(`${successor} is no successor of ${origin}`);
	if (claims.roots.of(successor).length + claims.kept.of(successor).length > 0) fail(`${successor} began before`);
	claims.restored.add(leaf);
	const claim = { size: kept, root: keptRoot, leafSha256: null, isEnd: false, leaf: index };
	for (const name of [origin, successor]) claims.kept.add(name, claim);
}
