export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Bytes => encoder.encode(text);

/** @throws {TypeError} if the bytes are not UTF-8 */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Null if the bytes are not UTF-8. */
export function textIn(bytes: Uint8Array): string | null {
	try {
		return textOf(bytes);
	} catch {
		return null;
	}
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
	one.length === other.length && one.every((byte, index) => byte === other[index]);

export function base64(bytes: Uint8Array): string {
	let text = '';
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text);
}

/** Null unless the text is the one spelling of its bytes: padded, without spaces, without stray bits at the end. */
export function fromBase64(text: string): Bytes | null {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
	const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	return base64(bytes) === text ? bytes : null;
}

/** Without padding. */
export const base64url = (bytes: Uint8Array): string =>
	base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const hex = (bytes: Uint8Array): string =>
	Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A decimal without sign and leading zeros, up to 2^53 − 1. Null for any other text. */
export function fromDecimal(text: string): number | null {
	if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return null;
	const value = Number(text);
	return Number.isSafeInteger(value) ? value : null;
}
