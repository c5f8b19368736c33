/**
 * What a device remembers of the site's anchor: the key that signs it and the policy of its witnesses. Witnesses that were
 * invented for one fan would look right to a device that has never seen the true ones. So the first sight counts, and a
 * change must be explained by the anchor that the device knew.
 */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import { parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { hex, isEqual, utf8 } from '#public-log/format/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { verifyTlogProof } from '#public-log/format/tlog-proof.ts';
import { cosignersOf } from '#public-log/format/witness/witnessed-vote.ts';
import { addressOf } from './logs.ts';
import { isSigned, LogCut, NotPublished, openPublicLog, readKey, searchBack, type ReadFile } from './read-log.ts';

export interface Sight {
	vkey: string;
	/** C2SP tlog-policy. Empty: no witnesses. */
	policy: string;
}

export interface Pin extends Sight {
	/** Fingerprints of keys and policies that later ones have replaced. */
	before: string[];
}

type Anchor = ReplyOf<typeof getTransparencyNumbers>['anchor'];
export type ToldPolicy = Anchor['policy'];

/**
 * `older`: a copy from before a change that this device knows. `key`, `witnesses`: they are others, and the anchor that this
 * device knew does not explain it.
 */
export type Change = 'none' | 'explained' | 'older' | 'key' | 'witnesses';

interface Explaining {
	/** The leaf that tells the policy, as the site proves it. */
	told: () => Promise<ToldPolicy>;
	read: ReadFile;
}

/** @throws {Error} if an explanation cannot be read */
export async function changeSince(pin: Pin, shown: Sight, { told, read }: Explaining): Promise<Change> {
	if (pin.vkey === shown.vkey && pin.policy === shown.policy) return 'none';
	const isBefore = (text: string) => pin.before.includes(fingerprintOf(text));
	if (isBefore(shown.vkey)) return 'older';
	const [known, key] = [parseVerifierKey(pin.vkey), parseVerifierKey(shown.vkey)];
	if (!known || !key || !(await isSuccessor(read, known, key).catch(falseIfMissing))) return 'key';
	if (pin.policy === shown.policy || (await isTold(await told(), shown, key, pin.policy))) return 'explained';
	return isBefore(shown.policy) ? 'older' : 'witnesses';
}

/** A site that does not show what would explain a change has not explained it. */
function falseIfMissing(error: unknown): false {
	if (error instanceof NotPublished || error instanceof LogCut) return false;
	throw error;
}

/** The pin after a change. A text that came back is no longer one from before. */
export function movedPin(pin: Pin, shown: Sight): Pin {
	const [now, past] = [shown, pin].map(({ vkey, policy }) => [vkey, policy].map(fingerprintOf));
	const before = new Set([...pin.before, ...(past ?? [])]);
	// A site that has no witnesses any more is never an old copy.
	return { ...shown, before: [...before].filter((one) => !now?.includes(one) && one !== fingerprintOf('')) };
}

/** The anchor holds the policy, and enough of the witnesses from before have cosigned that. */
async function isTold(told: ToldPolicy, { policy }: Sight, key: VerifierKey, before: string): Promise<boolean> {
	if (!told || told.text !== policy || (await provenHash('policy', told, key)) !== hex(sha256(utf8(policy))))
		return false;
	return before === '' || (await cosignersOf(told.proof, before))?.isQuorum === true;
}

/** The hash that a leaf of the anchor tells. Null if the anchor does not hold it. */
export async function provenHash(
	type: 'program' | 'policy',
	{ leaf, proof }: NonNullable<Anchor['program']>,
	key: VerifierKey,
): Promise<string | null> {
	const parsed = parseAnchorLeaf(utf8(leaf));
	const isProven = !('fault' in (await verifyTlogProof(utf8(leaf), proof, key)));
	return parsed?.type === type && isProven ? parsed.sha256 : null;
}

/** Anchor of each generation of the site: `vote.example/anchor`, `vote.example/g2/anchor`, … */
const NAME = /^([^/]+)(?:\/g(\d{1,4}))?\/anchor$/;
const generationOf = ({ name }: VerifierKey) => Number(NAME.exec(name)?.[2] ?? 1);

/** A generation keeps the key of the one before, or takes one that the anchor before announced under its own signature. */
async function isSuccessor(read: ReadFile, known: VerifierKey, shown: VerifierKey): Promise<boolean> {
	const host = NAME.exec(known.name)?.[1];
	if (host === undefined || NAME.exec(shown.name)?.[1] !== host) return false;
	if (generationOf(shown) < generationOf(known)) return false;
	let key = known;
	for (let generation = generationOf(known) + 1; generation <= generationOf(shown); generation += 1) {
		const next = parseVerifierKey(await readKey(read, `/g${generation}/anchor`));
		if (next?.name !== `${host}/g${generation}/anchor`) return false;
		if (!isEqual(next.publicKey, key.publicKey) && !(await isAnnounced(read, key, next))) return false;
		key = next;
	}
	return isEqual(key.publicKey, shown.publicKey);
}

async function isAnnounced(read: ReadFile, by: VerifierKey, key: VerifierKey): Promise<boolean> {
	const log = await openPublicLog(read, addressOf(by.name));
	if (!log || !isEqual(log.key.publicKey, by.publicKey)) return false;
	const found = await searchBack(read, log, (bytes) => {
		const leaf = parseAnchorLeaf(bytes);
		if (leaf?.type !== 'key' || leaf.change !== 'add') return false;
		const added = parseVerifierKey(leaf.vkey);
		return added !== null && isEqual(added.publicKey, key.publicKey);
	});
	return found !== null && isSigned(read, log, found.index, found.leaf);
}

/** Half of the SHA-256 of a key or a policy, in groups that people can compare. */
export function fingerprintOf(text: string): string {
	return (
		hex(sha256(utf8(text)))
			.slice(0, 32)
			.match(/.{4}/g) ?? []
	).join(' ');
}

/** Of the anchor's key and of the witnesses' keys, by name. */
export function fingerprintsOf({ vkey, policy }: Sight): [name: string, fingerprint: string][] {
	const witnesses = policy.matchAll(/^[ \t]*witness[ \t]+(\S+)[ \t]+(\S+)/gm);
	const keys = [[vkey.split('+')[0] ?? '', vkey], ...[...witnesses].map(([, name = '', key = '']) => [name, key])];
	return keys.map(([name = '', key = '']) => [name, fingerprintOf(key)]);
}
