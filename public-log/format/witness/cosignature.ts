/** Cosignatures of witnesses by C2SP tlog-cosignature, version 1 with Ed25519: signature type 4, with the time of signing. */
import { utf8, type Bytes } from '../bytes.ts';
import { verifyEd25519, type Note, type Signature, type VerifierKey } from '../note.ts';

export const COSIGNATURE = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** What a witness signs over the text of a checkpoint at a time in Unix seconds. */
export function cosignedText(text: string, time: number): Bytes {
	return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** When the witness signed the text, in Unix seconds. Null if it did not. */
export async function verifyCosignature(text: string, { bytes }: Signature, key: VerifierKey): Promise<number | null> {
	// The time, then the signature over `cosignedText`.
	if (key.type !== COSIGNATURE || bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
	const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
	if (!Number.isSafeInteger(time)) return null;
	const isSigned = await verifyEd25519(key.publicKey, bytes.slice(TIME_BYTES), cosignedText(text, time));
	return isSigned ? time : null;
}

/** The cosignature of this witness in a note, if there is one that holds. */
export async function findCosignature(
	{ text, signatures }: Note,
	key: VerifierKey,
): Promise<{ signature: Signature; time: number } | null> {
	for (const signature of signatures) {
		if (signature.name !== key.name || signature.keyId !== key.id) continue;
		const time = await verifyCosignature(text, signature, key);
		if (time !== null) return { signature, time };
	}
	return null;
}
