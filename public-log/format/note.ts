/** Signed notes and their keys by C2SP signed-note, with Ed25519 (signature type 1). Verified by WebCrypto. */
import { sha256 } from '#public-log/format/sha256.ts';
import { base64, concat, fromBase64, hex, textIn, utf8, type Bytes } from './bytes.ts';

const ED25519 = 1;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const SIGNATURES_MAX = 32;
const NOTE_BYTES_MAX = 1_000_000;

export interface VerifierKey {
	name: string;
	/** Four bytes, in hexadecimal. */
	id: string;
	/** 1 for notes; 4 for cosignatures. */
	type: number;
	/** 32 bytes. */
	publicKey: Bytes;
}

export interface Signature {
	name: string;
	/** Four bytes, in hexadecimal. */
	keyId: string;
	/** What follows the key's id. */
	bytes: Bytes;
}

export interface Note {
	/** Ends with a line feed. */
	text: string;
	signatures: readonly Signature[];
}

export function makeVerifierKey(name: string, publicKey: Uint8Array, type = ED25519): VerifierKey {
	const id = hex(sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, KEY_ID_BYTES));
	return { name, id, type, publicKey: new Uint8Array(publicKey) };
}

/** `name+id+base64`: how keys are published. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
	`${name}+${id}+${base64(concat(Uint8Array.of(type), publicKey))}`;

/** Null unless it is a key of 32 bytes under a proper name, with the id that the two give. */
export function parseVerifierKey(text: string): VerifierKey | null {
	// The key's own base64 may hold a plus.
	const [, name = '', id = '', material = ''] = /^([^+]{1,255})\+([0-9a-f]{8})\+(.{1,128})$/u.exec(text) ?? [];
	const bytes = fromBase64(material);
	if (!isKeyName(name) || bytes?.length !== 1 + KEY_BYTES) return null;
	const key = makeVerifierKey(name, bytes.subarray(1), bytes[0]);
	return key.id === id ? key : null;
}

export const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}\p{Z}]/u.test(name);

export function formatNote({ text, signatures }: Note): string {
	const lines = signatures.map(({ name, keyId, bytes }) => {
		const id = Uint8Array.from(keyId.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
		return `— ${name} ${base64(concat(id, bytes))}\n`;
	});
	return `${text}\n${lines.join('')}`;
}

/** Null if it is not a signed note. Nothing is verified yet: see `verifyNote`. */
export function parseNote(note: string): Note | null {
	if (note.length > NOTE_BYTES_MAX || /(?!\n)\p{Cc}/u.test(note) || !note.isWellFormed()) return null;
	const end = note.lastIndexOf('\n\n');
	if (end < 0 || !note.endsWith('\n')) return null;
	const lines = note.slice(end + 2, -1).split('\n');
	if (lines.length > SIGNATURES_MAX) return null;
	const signatures = lines.map(parseSignature);
	return signatures.every((signature) => signature !== null) ? { text: note.slice(0, end + 1), signatures } : null;
}

function parseSignature(line: string): Signature | null {
	const [, name = '', material = ''] = /^— ([^ ]{1,255}) ([A-Za-z0-9+/=]{1,10000})$/u.exec(line) ?? [];
	const bytes = fromBase64(material);
	if (!isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) return null;
	return { name, keyId: hex(bytes.subarray(0, KEY_ID_BYTES)), bytes: bytes.slice(KEY_ID_BYTES) };
}

/** Returns true if a signature names the key. It may be false: see `verifyNote`. */
export const isSignedUnder = ({ signatures }: Note, { name, id }: VerifierKey): boolean =>
	signatures.some((signature) => signature.name === name && signature.keyId === id);

/** Returns true if the key signed the note, and no signature under its name and id is false. */
export async function verifyNote({ text, signatures }: Note, key: VerifierKey): Promise<boolean> {
	const own = signatures.filter(({ name, keyId }) => name === key.name && keyId === key.id);
	if (own.length === 0 || key.type !== ED25519) return false;
	const verified = await Promise.all(own.map(({ bytes }) => verifyEd25519(key.publicKey, bytes, utf8(text))));
	return verified.every(Boolean);
}

export async function verifyEd25519(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
	const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch(() => null);
	return key !== null && crypto.subtle.verify('Ed25519', key, signature, message);
}

/** The note of these bytes, if it is one and the key signed it. */
export async function openNote(bytes: Uint8Array, key: VerifierKey): Promise<Note | null> {
	const note = parseNote(textIn(bytes) ?? '');
	return note && (await verifyNote(note, key)) ? note : null;
}
