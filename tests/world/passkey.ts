/** A device with a passkey, in a few lines of node:crypto: it signs what a browser's would, or what a forger would like. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ReplyOf } from '#contract/endpoint.ts';
import { addPasskey, beginPasskey, type beginStepUp } from '#contract/operator/passkeys.ts';
import { dataAs, type Colleague } from './operators.ts';
import type { Site } from './site.ts';

/** Makes a first passkey right after signing in, as the console leads everybody to: for some minutes they may do all of their role. */
export async function makeFirstPasskey(site: Site, colleague: Colleague): Promise<void> {
	const { options } = await dataAs(site, colleague, beginPasskey, {});
	await dataAs(site, colleague, addPasskey, { body: { name: 'Laptop', credential: aPasskey().make(options) } });
}

export interface Twist {
	origin?: string;
	rpId?: string;
	challenge?: string;
	/** False: whoever holds the device was not asked for finger, face or code. */
	verified?: boolean;
	/** What the device says how often it has signed. */
	counter?: number;
	/** The attestation's statement, in CBOR. */
	attestation?: { format: string; statement: Buffer };
}

export type Passkey = ReturnType<typeof aPasskey>;

/** `origin`: the page that it believes itself to be on. */
export function aPasskey(origin = 'http://localhost:3000') {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const rawId = randomBytes(32);
	const id = rawId.toString('base64url');
	let signatures = 0;

	function authenticatorData(rpId: string, { verified = true, counter = signatures }: Twist, more = Buffer.alloc(0)) {
		const flags = 0x01 | (verified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0);
		const count = Buffer.alloc(4);
		count.writeUInt32BE(counter);
		return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), count, more]);
	}

	return {
		id,
		make({ challenge, rp }: ReplyOf<typeof beginPasskey>['options'], twist: Twist = {}) {
			const key = publicKey.export({ format: 'jwk' });
			const [x, y] = [key.x, key.y].map((part) => Buffer.from(part ?? '', 'base64url'));
			// COSE: elliptic curve, ES256, P-256, x, y.
			const cose = [hex('a5010203262001'), hex('215820'), x ?? hex(''), hex('225820'), y ?? hex('')];
			const credential = Buffer.concat([Buffer.alloc(16), hex('0020'), rawId, ...cose]);
			const data = authenticatorData(twist.rpId ?? rp.id, twist, credential);
			const { format, statement } = twist.attestation ?? { format: 'none', statement: hex('a0') };
			const attestation = [
				hex('a3'),
				text('fmt'),
				text(format),
				text('attStmt'),
				statement,
				text('authData'),
				bytes(data),
			];
			return {
				...{ id, rawId: id, type: 'public-key' as const },
				response: {
					clientDataJSON: clientData('webauthn.create', { challenge, origin, ...twist }).toString('base64url'),
					attestationObject: Buffer.concat(attestation).toString('base64url'),
					transports: ['internal'],
				},
			};
		},
		use({ challenge, rpId }: ReplyOf<typeof beginStepUp>['options'], twist: Twist = {}) {
			signatures += 1;
			const data = authenticatorData(twist.rpId ?? rpId, twist);
			const client = clientData('webauthn.get', { challenge, origin, ...twist });
			const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
			return {
				...{ id, rawId: id, type: 'public-key' as const },
				response: {
					clientDataJSON: client.toString('base64url'),
					authenticatorData: data.toString('base64url'),
					signature: signature.toString('base64url'),
				},
			};
		},
	};
}

function clientData(type: string, { challenge, origin }: { challenge: string; origin: string }): Buffer {
	return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const hex = (digits: string) => Buffer.from(digits, 'hex');
/** CBOR of a short text, and of bytes. */
const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)]);
const bytes = (data: Buffer) => Buffer.concat([Buffer.of(0x59, data.length >> 8, data.length & 0xff), data]);
