/** Policies by C2SP tlog-policy: which witnesses there are, and how many of them must have cosigned a checkpoint. */
import { fromBase64, fromDecimal, hex, utf8, type Bytes } from '../bytes.ts';
import { parseVerifierKey, type VerifierKey, verifyEd25519, type Note, type Signature } from '../note.ts';

export interface Witness {
	/** In the policy. */
	name: string;
	key: VerifierKey;
	/** Prefix of its address. Null: the policy does not say. */
	url: string | null;
}

export interface WitnessPolicy {
	/** As it was given. */
	text: string;
	logs: readonly VerifierKey[];
	witnesses: readonly Witness[];
	/** True if the witnesses of these names are enough. */
	isQuorum(cosigned: ReadonlySet<string>): boolean;
}

export class PolicyFault extends Error {
	override name = 'PolicyFault';
}

type Rule = (cosigned: ReadonlySet<string>) => boolean;
const NONE = 'none';
const LOG_TYPE = 1;
const SHOWN_MAX = 40;

/** @throws {PolicyFault} with the number of the line */
export function parsePolicy(text: string): WitnessPolicy {
	const rules = new Map<string, Rule>();
	const [logs, witnesses]: [VerifierKey[], Witness[]] = [[], []];
	const members = new Set<string>();
	const keys = new Set<string>();
	let quorum: Rule | null = null;
	/** The first witness whose key we cannot read. */
	let unread = '';

	const define = (name: string, rule: Rule) => {
		if (name === NONE || rules.has(name)) throw new PolicyFault(`the name ${name} is taken`);
		rules.set(name, rule);
	};
	const find = (name: string): Rule => {
		const rule = rules.get(name);
		if (!rule) throw new PolicyFault(`${name} is not defined before`);
		return rule;
	};
	const readKey = (vkey: string, type: number): VerifierKey => {
		const key = parseVerifierKey(vkey);
		if (key?.type !== type) throw new PolicyFault(`${shown(vkey)} is no key of type ${type}`);
		const id = `${type} ${hex(key.publicKey)}`;
		if (keys.has(id)) throw new PolicyFault('the same key twice');
		keys.add(id);
		return key;
	};
	const member = (name: string): Rule => {
		if (members.has(name)) throw new PolicyFault(`${name} is in a group already`);
		members.add(name);
		return find(name);
	};

	function readLine([verb, first, second, ...rest]: readonly string[], number: number): void {
		if (first === undefined) throw new PolicyFault('an unfinished line');
		if (verb === 'log' && rest.length === 0) {
			logs.push(readKey(first, LOG_TYPE));
		} else if (verb === 'witness' && second !== undefined && rest.length <= 1) {
			// A witness with another kind of key cosigns nothing that we can verify. Its name stays known to groups.
			const isReadable = !isOfOtherType(second);
			if (!isReadable) unread ||= `line ${number}: ${first} has a key of a type that is not understood, and the quorum`;
			if (isReadable) witnesses.push({ name: first, key: readKey(second, COSIGNATURE), url: rest[0] ?? null });
			define(first, (cosigned) => isReadable && cosigned.has(first));
		} else if (verb === 'group' && second !== undefined && rest.length > 0) {
			const [least, parts] = [leastOf(second, rest.length), rest.map(member)];
			define(first, (cosigned) => parts.filter((part) => part(cosigned)).length >= least);
		} else if (verb === 'quorum' && second === undefined && quorum === null) {
			quorum = first === NONE ? () => true : find(first);
		} else {
			throw new PolicyFault(`it is not understood`);
		}
	}

	// Editors on Windows write a mark before the text, and end lines by two characters.
	for (const [index, line] of text
		.replace(/^\uFEFF/, '')
		.split(/\r?\n/)
		.entries()) {
		const fields = line.split(/[ \t]+/).filter((field) => field !== '');
		if (fields.length === 0 || fields[0]?.startsWith('#')) continue;
		try {
			if (/(?!\t)\p{Cc}/u.test(line)) throw new PolicyFault('a control character');
			readLine(fields, index + 1);
		} catch (error) {
			if (error instanceof PolicyFault) throw new PolicyFault(`line ${index + 1}: ${error.message}`, { cause: error });
			throw error;
		}
	}
	const isQuorum = quorum as Rule | null;
	if (isQuorum === null) throw new PolicyFault('there is no quorum line');
	if (!isQuorum(new Set(witnesses.map(({ name }) => name))))
		throw new PolicyFault(`${unread || 'the quorum'} needs more witnesses than can be read`);
	return { text, logs, witnesses, isQuorum };
}

/** True for a well-formed key of a type that is neither a log's nor a witness's of ours. */
function isOfOtherType(vkey: string): boolean {
	const type = fromBase64(/^[^+]+\+[0-9a-f]{8}\+(.+)$/u.exec(vkey)?.[1] ?? '')?.[0];
	return type !== undefined && type !== LOG_TYPE && type !== COSIGNATURE;
}

const shown = (vkey: string) => (vkey.length <= SHOWN_MAX ? vkey : `${vkey.slice(0, SHOWN_MAX)}…`);

function leastOf(threshold: string, members: number): number {
	const least = { all: members, any: 1 }[threshold] ?? fromDecimal(threshold);
	if (least === null || least < 1 || least > members) throw new PolicyFault(`${threshold} of ${members}`);
	return least;
}

/** Cosignatures of witnesses by C2SP tlog-cosignature, version 1 with Ed25519: signature type 4, with the time of signing. */
export const COSIGNATURE = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** What a witness signs over the text of a checkpoint at a time in Unix seconds. */
export const cosignedText = (text: string, time: number): Bytes => utf8(`cosignature/v1\ntime ${time}\n${text}`);

/** When the witness signed the text, in Unix seconds. Null if it did not. */
async function verifyCosignature(text: string, { bytes }: Signature, key: VerifierKey): Promise<number | null> {
	// The time, then the signature over `cosignedText`.
	if (key.type !== COSIGNATURE || bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
	const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
	if (!Number.isSafeInteger(time)) return null;
	const isSigned = await verifyEd25519(key.publicKey, bytes.slice(TIME_BYTES), cosignedText(text, time));
	return isSigned ? time : null;
}

/** The cosignature of this witness in a note, if there is one that holds. */
export async function findCosignature({ text, signatures }: Note, key: VerifierKey) {
	for (const signature of signatures) {
		if (signature.name !== key.name || signature.keyId !== key.id) continue;
		const time = await verifyCosignature(text, signature, key);
		if (time !== null) return { signature, time };
	}
	return null;
}
