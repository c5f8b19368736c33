/** Judges how logs went on after a restore or a revoked key: what their successors kept, and what was dropped. */
import { base64 } from '#public-log/format/bytes.ts';
import type { AnchorLeafOf } from '#public-log/format/anchor/anchor-leaf.ts';
import { utc, type Findings } from '../checks/findings.ts';

type Restored = AnchorLeafOf<'restored'>;
type Ended = Restored & { hadResult: boolean };
type Reports = Pick<Findings<'restored'>, 'fail' | 'skip'>;

/** The leaves of one log after those that were kept: by their hashes, the second when they were listed at the latest. Null: they do not tell. */
type Tail = Map<string, number | null>;

export class RestoreCheck {
	readonly #restored: Ended[] = [];
	/** By origin, of the logs that were read. */
	readonly #tails = new Map<string, Tail>();

	add(leaf: Restored, hadResult: boolean): void {
		this.#restored.push({ ...leaf, hadResult });
	}

	/** How a log ended; undefined if it goes on. */
	of = (origin: string): Restored | undefined => this.#restored.find((one) => one.origin === origin);

	/** Returns what keeps the leaves of a log that matter here. */
	watch(origin: string): (index: number, hash: Uint8Array, listedBy: number | null) => void {
		const kept = this.#restored.filter((one) => one.origin === origin || one.successor === origin);
		return this.keep(origin, Math.min(...kept.map((one) => one.kept)));
	}

	/** The same from an index on. */
	keep(origin: string, from: number): ReturnType<RestoreCheck['watch']> {
		if (from === Infinity) return () => undefined;
		const tail: Tail = new Map();
		this.#tails.set(origin, tail);
		return (index, hash, listedBy) => {
			if (index >= from) tail.set(base64(hash), listedBy);
		};
	}

	/** What happened to each log, for people to read. */
	judge(findings: Reports): string[] {
		if (this.#restored.length === 0) findings.skip('restored', 'no log has ended');
		return this.#restored.map((one) => this.#judgeOne(one, findings));
	}

	#judgeOne({ origin, successor, size, kept, to, hadResult }: Ended, findings: Reports): string {
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
		return `${told}, ${dropped.length} from after ${utc(to)} were dropped`;
	}
}

/** When each leaf was listed at the latest that the successor lacks. One that states none is no later than those after it. */
function droppedFrom(old: Tail, next: Tail): number[] {
	let latest = Infinity;
	const seconds: number[] = [];
	for (const [hash, second] of [...old].toReversed()) {
		latest = Math.min(latest, second ?? Infinity);
		if (!next.has(hash)) seconds.push(second ?? latest);
	}
	return seconds;
}
