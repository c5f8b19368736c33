/** Judges the announcements of keys, and finds the key of a log among them. */
import type { AnchorLeaf } from '#contract/proof/anchor/anchor-leaf.ts';
import { makeVerifierKey, parseVerifierKey, verifyNote, type Note, type VerifierKey } from '#contract/proof/note.ts';
import type { Reports } from '../checks/findings.ts';

interface KnownKey {
	key: VerifierKey;
	from: number;
	hasEnded: boolean;
}

export class KeyCheck {
	readonly #known = new Map<string, KnownKey>();
	readonly #findings: Reports<'keys'>;

	constructor(findings: Reports<'keys'>) {
		this.#findings = findings;
	}

	leaf(leaf: AnchorLeaf, index: number): void {
		if (leaf.type !== 'key') return;
		const fault = this.#faultOf(leaf);
		if (fault !== null) this.#findings.fail('keys', fault, index);
	}

	#faultOf({ change, vkey, from, to }: Extract<AnchorLeaf, { type: 'key' }>): string | null {
		const known = this.#known.get(vkey);
		if (change === 'add') {
			if (known) return `${vkey} was added before`;
			const key = parseVerifierKey(vkey);
			if (!key) return `${vkey} is no key`;
			this.#known.set(vkey, { key, from, hasEnded: false });
			return to !== null && to < from ? `${vkey} ends before it begins` : null;
		}
		if (!known) return `${vkey} ends, but was never added`;
		if (known.hasEnded && change === 'retire') return `${vkey} ends twice`;
		known.hasEnded = true;
		return from !== known.from || to === null || to < from ? `${vkey} ends at another time than it may` : null;
	}

	/** A log is signed under its own name by a key that was added for an address above it. */
	async judgeLog(origin: string, note: Note): Promise<void> {
		const above = [...this.#known.values()].filter(({ key }) => origin.startsWith(`${key.name}/`));
		for (const { key } of above) if (await verifyNote(note, makeVerifierKey(origin, key.publicKey))) return;
		this.#findings.fail('keys', `${origin} is signed by no key that was added`);
	}
}
