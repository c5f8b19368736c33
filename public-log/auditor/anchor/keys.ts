/** Judges the announcements of keys, and finds the key of a log among them. */
import type { AnchorLeaf, KeyLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { isEqual } from '#public-log/format/bytes.ts';
import type { Note, VerifierKey } from '#public-log/format/note.ts';
import { formatVerifierKey, makeVerifierKey, parseVerifierKey, verifyNote } from '#public-log/format/note.ts';
import type { Reports } from '../checks/findings.ts';
import type { EndedKey } from '../checks/revoked.ts';
import type { Claims } from './claims.ts';

interface KnownKey {
	key: VerifierKey;
	from: number;
	hasEnded: boolean;
	/** Index of the leaf that revokes it. */
	revokedAt: number | null;
}

export class KeyCheck {
	readonly #known = new Map<string, KnownKey>();
	readonly #findings: Reports<'keys'>;

	constructor(findings: Reports<'keys'>) {
		this.#findings = findings;
	}

	leaf(leaf: AnchorLeaf, index: number): void {
		if (leaf.type !== 'key') return;
		const fault = this.#faultOf(leaf, index);
		if (fault !== null) this.#findings.fail('keys', fault, index);
	}

	#faultOf({ change, vkey, from, to }: KeyLeaf, index: number): string | null {
		const known = this.#known.get(vkey);
		if (change === 'add') {
			if (known) return `${vkey} was added before`;
			const key = parseVerifierKey(vkey);
			if (!key) return `${vkey} is no key`;
			const isRevoked = [...this.#known.values()].some(
				(one) => one.revokedAt !== null && isEqual(one.key.publicKey, key.publicKey),
			);
			if (isRevoked) return `${vkey} is a key that was revoked, under another name`;
			this.#known.set(vkey, { key, from, hasEnded: false, revokedAt: null });
			return to !== null && to < from ? `${vkey} ends before it begins` : null;
		}
		if (!known) return `${vkey} ends, but was never added`;
		if (known.hasEnded && change === 'retire') return `${vkey} ends twice`;
		known.hasEnded = true;
		if (change === 'revoke') known.revokedAt ??= index;
		return from !== known.from || to === null || to < from ? `${vkey} ends at another time than it may` : null;
	}

	/** The anchor itself is signed by the key that it names for itself, and by none that it revokes. */
	judgeOwn(own: VerifierKey): void {
		const named = [...this.#known.values()].filter(({ key }) => key.name === own.name);
		if (named.length > 0 && !named.some(({ key }) => key.id === own.id))
			this.#findings.fail('keys', 'the anchor names another key for itself than the one that signs it');
		if (this.isRevoked(own)) this.#findings.fail('keys', 'the anchor is signed by a key that it revokes');
	}

	/** Returns true if the key was revoked. A log is signed under its own name by a key that was added for an address above it, and that was not revoked before. */
	async judgeLog(origin: string, size: number, note: Note, claims: Claims): Promise<boolean> {
		let [isKnown, isRevoked] = [false, false];
		for (const { key, revokedAt } of this.#above(origin)) {
			if (!(await verifyNote(note, makeVerifierKey(origin, key.publicKey)))) continue;
			[isKnown, isRevoked] = [true, isRevoked || revokedAt !== null];
			const counts = revokedAt === null ? size : claims.sizeBefore(origin, revokedAt);
			const told = `${origin} has ${size} leaves under a key that was revoked: ${counts} of them count`;
			if (size > counts) this.#findings.fail('keys', told, revokedAt);
		}
		if (!isKnown) this.#findings.fail('keys', `${origin} is signed by no key that was added`);
		return isRevoked;
	}

	/** The keys of a log that were revoked, or that signed it until it went on elsewhere. */
	endedOf(origin: string, claims: Claims): EndedKey[] {
		const end = claims.restored.of(origin);
		return this.#above(origin).flatMap(({ key: { publicKey }, revokedAt }): EndedKey[] => {
			const key = makeVerifierKey(origin, publicKey);
			if (revokedAt !== null) return [{ key, size: claims.sizeBefore(origin, revokedAt), isRevoked: true }];
			return end ? [{ key, size: end.kept, isRevoked: false }] : [];
		});
	}

	isRevoked(key: VerifierKey): boolean {
		return this.#known.get(formatVerifierKey(key))?.revokedAt != null;
	}

	#above(origin: string): KnownKey[] {
		return [...this.#known.values()].filter(({ key }) => `${origin}/`.startsWith(`${key.name}/`));
	}
}
