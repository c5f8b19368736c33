/** WebAuthn with our settings: it always verifies the user, accepts only the site's origin, and prefers no device. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, generateChallenge, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { addPasskey, stepUp } from '#contract/operator/operators/passkeys.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';

export type RelyingParty = ReturnType<typeof relyingParty>;

/** The WebAuthn relying party. It needs a host name: passkeys do not work with IP addresses. */
export const relyingParty = (consoleUrl: string) => ({
	id: new URL(consoleUrl).hostname,
	origin: consoleUrl,
});

export const CHALLENGE_MINUTES = 5;

// Listed, not left to the library: what it offers depends on the runtime.
const ALGORITHMS: readonly number[] = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

export interface Credential {
	id: string;
	transports: string[];
}

type Made = CheckedInputOf<typeof addPasskey>['body']['credential'];
type Used = CheckedInputOf<typeof stepUp>['body']['credential'];

const described = (known: readonly Credential[]) => known.map((one) => ({ ...one, type: 'public-key' as const }));
const newChallenge = async () => isoBase64URL.fromBuffer(await generateChallenge());

export async function creationOptions(
	{ id }: RelyingParty,
	operator: { operatorId: number; email: string; name: string | null },
	known: readonly Credential[],
) {
	const { operatorId, email, name } = operator;
	return {
		challenge: await newChallenge(),
		rp: { id, name: id },
		// Always the same for one operator: a device then keeps one passkey for them, not several.
		user: { id: Buffer.from(`operator-${operatorId}`).toString('base64url'), name: email, displayName: name ?? email },
		pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
		timeout: CHALLENGE_MINUTES * 60_000,
		excludeCredentials: described(known),
		authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
		attestation: 'none' as const,
	};
}

/** Returns the new passkey, or null if any check of the response fails. */
export async function checkMade({ id, origin }: RelyingParty, challenge: string, { response, ...credential }: Made) {
	try {
		if (!isPlain(response.attestationObject)) return null;
		const { registrationInfo } = await verifyRegistrationResponse({
			response: { ...credential, response, clientExtensionResults: {} },
			expectedChallenge: challenge,
			expectedOrigin: origin,
			expectedRPID: id,
			requireUserVerification: true,
			supportedAlgorithmIDs: [...ALGORITHMS],
		});
		// The signed id counts, not the one beside it.
		if (registrationInfo?.credential.id !== credential.id) return null;
		return { ...registrationInfo.credential, transports: response.transports ?? [] };
	} catch {
		return null;
	}
}

/** Without certificates, as we asked: whoever sends some wants the library to follow addresses that stand in them. */
function isPlain(attestationObject: string): boolean {
	const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
	const format = decoded.get('fmt');
	return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

export const requestOptions = async ({ id }: RelyingParty, known: readonly Credential[]) => ({
	challenge: await newChallenge(),
	rpId: id,
	timeout: CHALLENGE_MINUTES * 60_000,
	allowCredentials: described(known),
	userVerification: 'required' as const,
});

/** The device's count of signatures; null where anything about the signature is not as it should be. */
export async function checkUsed(
	{ id, origin }: RelyingParty,
	challenge: string,
	{ response, ...credential }: Used,
	publicKey: Buffer,
): Promise<{ counter: number } | null> {
	try {
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			response: { ...credential, response, clientExtensionResults: {} },
			expectedChallenge: challenge,
			expectedOrigin: origin,
			expectedRPID: id,
			// The count is compared where it is kept, so that of two uses at once one comes second.
			credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
			requireUserVerification: true,
		});
		return verified ? { counter: authenticationInfo.newCounter } : null;
	} catch {
		return null;
	}
}
