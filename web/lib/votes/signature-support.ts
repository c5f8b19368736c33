/** Tells whether this browser can check the signatures of the public list (Ed25519 by WebCrypto). */

/** Public key of test 1 of RFC 8032, section 7.1: any valid key shows whether the browser knows the algorithm. */
const SAMPLE_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

export async function canCheckSignatures(): Promise<boolean> {
	const bytes = Uint8Array.from(SAMPLE_KEY.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
	try {
		await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
		return true;
	} catch {
		return false;
	}
}
