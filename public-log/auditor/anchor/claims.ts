/** What the anchor claims of rankings' logs, gathered from its leaves. */
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { AnchorLeaf, AnchorLeafOf } from '#public-log/format/anchor/anchor-leaf.ts';
import { rankingOf } from '../checks/revoked.ts';
import { type Reports, utc, type Findings } from '../checks/findings.ts';
import { base64 } from '#public-log/format/bytes.ts';
import { LATE_SECONDS, listedBy } from '../checks/time.ts';

export interface RootClaim {
	size: number;
	/** Base64. */
	root: string;
	/** SHA-256 of the last leaf, which is the result. Null in a plain checkpoint. */
	leafSha256: string | null;
	/** True if the log goes on under another name from here. */
	isEnd: boolean;
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
	/** By ranking, gems of votes that are void where the last supply counts its log. Of logs that were read. */
	readonly voided = new Map<string, number>();
	/** The auditors that the site served, and the policies of witnesses that it showed, the latest last. */
	readonly announced: AnchorLeafOf<'program' | 'policy'>[] = [];
	/** By ranking, the origin of its log today. */
	readonly current = new Map<string, string>();
	/** Seconds of the supplies, by the index of their leaves. */
	readonly supplies = new Map<number, number>();
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
		this.supplies.set(leaf, at);
		this.clock = Math.max(this.clock, at);
	}

	endOf = (origin: string): number => this.roots.of(origin).find(({ isEnd }) => isEnd)?.leaf ?? Infinity;

	/** After its end, supplies tell of the log's successor. */
	timesOf(origin: string, ranking: string): readonly TimeClaim[] {
		const end = this.endOf(origin);
		const told = this.#times.of(ranking);
		if (told.length > 0) return told.filter(({ leaf }) => leaf < end);
		// Supplies that never name a ranking say that its log is empty.
		const supplies = [...this.supplies].filter(([leaf]) => leaf < end);
		return supplies.slice(-1).map(([leaf, to]) => ({ size: 0, from: supplies[0]?.[1] ?? to, to, leaf }));
	}

	/** Between two seconds, the longest time without a supply. Null: no supply is later. */
	longestGap(origin: string, from: number, to: number): number | null {
		const end = this.endOf(origin);
		const seconds = [...this.supplies].flatMap(([leaf, at]) => (leaf < end && at >= from ? [at] : []));
		const last = seconds.findIndex((at) => at >= to);
		if (last < 0) return null;
		const before = [...this.supplies.values()].findLast((at) => at < from) ?? from;
		return seconds.slice(0, last + 1).reduce((most, at, n) => Math.max(most, at - (seconds[n - 1] ?? before)), 0);
	}

	/** The leaves that the anchor had told of a log before its own leaf of this index. */
	sizeBefore(origin: string, leaf: number): number {
		return this.roots.of(origin).findLast((claim) => claim.leaf < leaf)?.size ?? 0;
	}
}

/** The second that a leaf of an anchor states. Null: it states none. */
export function secondInAnchor(leaf: AnchorLeaf | null): number | null {
	if (leaf?.type === 'key') return leaf.change === 'add' ? leaf.from : leaf.to;
	const said = leaf && 'json' in leaf ? leaf.json : leaf;
	return said !== null && typeof said === 'object' && 'at' in said && typeof said.at === 'number' ? said.at : null;
}

/** Judges the anchored checkpoints of each log by themselves, and keeps them for those who read the logs. */
export function judgeGrowth(leaf: AnchorLeaf, index: number, claims: Claims, findings: Reports<'growth'>): void {
	if (leaf.type !== 'cp' && leaf.type !== 'result' && leaf.type !== 'restored') return;
	const { origin, size, root } = leaf;
	const last = claims.roots.of(origin).at(-1);
	const isEnd = leaf.type === 'restored';
	const ranking = rankingOf(origin);
	const current = claims.current.get(ranking) ?? origin;
	if (current !== origin && !last) findings.fail('growth', `${ranking} has a log already: ${current}`, index);
	claims.current.set(ranking, isEnd ? leaf.successor : current);
	if (last?.isEnd) findings.fail('growth', `${origin} goes on under another name`, index);
	else if (last?.leafSha256 && !isEnd) findings.fail('growth', `${origin} has its result already`, index);
	else if (last && (isEnd ? size < last.size : size <= last.size))
		findings.fail('growth', `${origin} had ${last.size} leaves before`, index);
	const leafSha256 = leaf.type === 'result' ? leaf.leafSha256 : null;
	claims.roots.add(origin, { size, root, leafSha256, isEnd, leaf: index });
	if (leaf.type === 'restored') judgeSuccessor(leaf, index, claims, findings);
}

function judgeSuccessor(leaf: AnchorLeafOf<'restored'>, index: number, claims: Claims, findings: Reports<'growth'>) {
	const { origin, size, root, successor, kept, keptRoot, at, to } = leaf;
	const fail = (note: string) => findings.fail('growth', note, index);
	if (to > at) fail(`${origin} was set back to a moment that was still to come`);
	if (kept > size) fail(`${origin} had ${size} leaves, and its successor keeps ${kept}`);
	if (kept === size && root !== keptRoot) fail(`${origin} ended with another root than its successor keeps`);
	if (successor === origin || rankingOf(successor) !== rankingOf(origin))
		fail(`${successor} is no successor of ${origin}`);
	if (claims.roots.of(successor).length + claims.kept.of(successor).length > 0) fail(`${successor} began before`);
	claims.restored.add(
		leaf,
		claims.roots.of(origin).some(({ leafSha256 }) => leafSha256 !== null),
	);
	const claim = { size: kept, root: keptRoot, leafSha256: null, isEnd: false, leaf: index };
	for (const name of [origin, successor]) claims.kept.add(name, claim);
}

type Restored = AnchorLeafOf<'restored'>;
type Ended = Restored & { hadResult: boolean };
type RestoreReports = Pick<Findings<'restored'>, 'fail' | 'skip'>;

interface Listed {
	/** The second that the leaf states. Null: it states none. */
	second: number | null;
	isVote: boolean;
}

/** The leaves of one log after those that were kept, by their hashes. */
type Tail = Map<string, Listed>;

/** Judges how logs went on after a restore or a revoked key: what their successors kept, and what was dropped. */
class RestoreCheck {
	readonly #restored: Ended[] = [];
	/** By origin, of the logs that were read. */
	readonly #tails = new Map<string, Tail>();

	add(leaf: Restored, hadResult: boolean): void {
		this.#restored.push({ ...leaf, hadResult });
	}

	/** How a log ended; undefined if it goes on. */
	of = (origin: string): Restored | undefined => this.#restored.find((one) => one.origin === origin);

	/** Returns what keeps the leaves of a log that matter here. */
	watch(origin: string): (index: number, hash: Uint8Array, listed: Listed) => void {
		const kept = this.#restored.filter((one) => one.origin === origin || one.successor === origin);
		return this.keep(origin, Math.min(...kept.map((one) => one.kept)));
	}

	/** The same from an index on. */
	keep(origin: string, from: number): ReturnType<RestoreCheck['watch']> {
		if (from === Infinity) return () => undefined;
		const tail: Tail = new Map();
		this.#tails.set(origin, tail);
		return (index, hash, listed) => {
			if (index >= from) tail.set(base64(hash), listed);
		};
	}

	/** What happened to each log, for people to read. */
	judge(findings: RestoreReports): string[] {
		if (this.#restored.length === 0) findings.skip('restored', 'no log has ended');
		return this.#restored.map((one) => this.#judgeOne(one, findings));
	}

	#judgeOne({ origin, successor, size, kept, at, to, hadResult }: Ended, findings: RestoreReports): string {
		const how = hadResult ? 'had its result' : 'ended';
		const told = `${origin} ${how} with ${size} entries: ${kept} of them go on in ${successor}`;
		const after = size - kept;
		if (after === 0) return `${told}, none was dropped`;
		const [old, next] = [this.#tails.get(origin), this.#tails.get(successor)];
		if (!old || !next) {
			const missing = old ? successor : origin;
			findings.skip('restored', `of ${origin}, ${after} entries were not checked: ${missing} was not given`);
			return `${told}, ${after} may have been dropped from after ${utc(to)} (not checked without ${missing})`;
		}
		const dropped = droppedFrom(old, next);
		const early = dropped.filter((second) => second < to).length;
		if (early > 0) findings.fail('restored', `${successor} lacks ${early} entries from before second ${to}`);
		const forged = forgedIn(old, next, to, at);
		if (forged > 0) findings.fail('restored', `${successor} has ${forged} votes of before ${at} that ${origin} lacks`);
		return `${told}, ${dropped.length} from after ${utc(to)} were dropped`;
	}
}

/** When each leaf was listed at the latest that the successor lacks. One that states none is no later than those after it. */
function droppedFrom(old: Tail, next: Tail): number[] {
	let latest = Infinity;
	const seconds: number[] = [];
	for (const [hash, { second, isVote }] of [...old].toReversed()) {
		const by = second === null ? null : listedBy(second, isVote);
		latest = Math.min(latest, by ?? Infinity);
		if (!next.has(hash)) seconds.push(by ?? latest);
	}
	return seconds;
}

/**
 * Votes of the successor that are dated to before it began. They were put in: the moment `to` knew no vote that the ended log
 * does not list, except its last ones, and nobody votes between that moment and `at`.
 */
function forgedIn(old: Tail, next: Tail, to: number, at: number): number {
	const last = [...old.values()].reduce((latest, { second }) => Math.max(latest, second ?? 0), 0);
	const isForged = (second: number) => second < at - LATE_SECONDS && (second >= to || listedBy(second, true) < last);
	return [...next].filter(([hash, { second, isVote }]) => isVote && !old.has(hash) && isForged(second ?? at)).length;
}
