/** Judges how logs went on after a restore or a revoked key: what their successors kept, and what was dropped. */
import { base64 } from '#public-log/format/bytes.ts';
import type { AnchorLeafOf } from '#public-log/format/anchor/anchor-leaf.ts';
import { LATE_SECONDS } from '../checks/time.ts';
import type { Findings } from '../checks/findings.ts';

type Restored = AnchorLeafOf<'restored'>;

/** The leaves of one log after those that were kept: their seconds by their hashes. Null: the leaf states no time. */
type Tail = Map<string, number | null>;

export class RestoreCheck {
	readonly #restored: Restored[] = [];
	/** By origin, of the logs that were read. */
	readonly #tails = new Map<string, { from: number; tail: Tail }>();

	add(leaf: Restored): void {
		this.#restored.push(leaf);
	}

	/** Returns what keeps the leaves of a log that matter here. */
	watch(origin: string): (index: number, hash: Uint8Array, second: number | null) => void {
		const kept = this.#restored.filter((one) => one.origin === origin || one.successor === origin);
		if (kept.length === 0) return () => undefined;
		const [from, tail] = [Math.min(...kept.map((one) => one.kept)), new Map<string, number | null>()];
		this.#tails.set(origin, { from, tail });
		return (index, hash, second) => {
			if (index >= from) tail.set(base64(hash), second);
		};
	}

	/** What happened to each log, for people to read. */
	judge(findings: Pick<Findings<'restored'>, 'fail' | 'skip'>): string[] {
		if (this.#restored.length === 0) findings.skip('restored', 'no log has ended');
		return this.#restored.map((one) => this.#judgeOne(one, findings));
	}

	#judgeOne(one: Restored, findings: Pick<Findings<'restored'>, 'fail' | 'skip'>): string {
		const { origin, successor, size, kept, to } = one;
		const told = `${origin} ended with ${size} entries at second ${to}: ${kept} of them go on in ${successor}`;
		const after = size - kept;
		if (after === 0) return `${told}, none was dropped`;
		const [old, next] = [this.#tails.get(origin), this.#tails.get(successor)];
		if (!old || !next) {
			const missing = old ? successor : origin;
			if (old || next)
				findings.skip('restored', `the ${after} entries after them were not checked: ${missing} was not given`);
			return `${told}, ${after} may have been dropped (not checked without ${missing})`;
		}
		const dropped = [...old.tail].filter(([hash]) => !next.tail.has(hash));
		const early = dropped.filter(([, second]) => second !== null && second < to - LATE_SECONDS);
		if (early.length > 0) {
			const seconds = early.map(([, second]) => second as number);
			const first = seconds.reduce((least, second) => Math.min(least, second));
			findings.fail(
				'restored',
				`${successor} lacks ${early.length} entries from before second ${to}, the first of ${first}`,
			);
		}
		return `${told}, ${dropped.length} were dropped`;
	}
}
