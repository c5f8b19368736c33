/** A sign-on provider whose answers a test may bend: wrong signatures, wrong sizes, other people's errors. */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OddProvider {
	issuer: string;
	/** What goes into the next ID token; `nonce` is the test's to copy. */
	claims: Record<string, unknown>;
	/** Answers instead of the provider at a path: `/token`, `/keys`, `/.well-known/openid-configuration`. */
	instead: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
	/** Changes a token after it was signed. */
	bend: (idToken: string) => string;
	/** How often a path was asked for. */
	asked: (path: string) => number;
	/** From now on other keys sign, and only they are published. */
	changeKeys(options?: { sameName: boolean }): void;
	close(): Promise<void>;
}

export interface OddProviderOptions {
	algorithm: 'RS256' | 'ES256' | 'HS256';
	clientId: string;
	clientSecret: string;
}

interface Keys {
	kid: string;
	privateKey: KeyObject;
	publicKey: KeyObject;
}

export async function startOddProvider(options: OddProviderOptions): Promise<OddProvider> {
	const { algorithm, clientId, clientSecret } = options;
	const counts = new Map<string, number>();
	let keys = makeKeys(algorithm, 'first');

	const server = createServer((request, response) => {
		const path = request.url ?? '/';
		counts.set(path, (counts.get(path) ?? 0) + 1);
		const other = provider.instead.get(path);
		if (other) return other(request, response);
		if (path === '/.well-known/openid-configuration') return json(response, discovery());
		if (path === '/keys')
			return json(response, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keys.kid }] });
		if (path === '/token') {
			return json(response, { access_token: 'access', token_type: 'Bearer', id_token: provider.bend(idToken()) });
		}
		response.writeHead(404).end();
	});

	function discovery() {
		const { issuer } = provider;
		return {
			issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/token`,
			jwks_uri: `${issuer}/keys`,
			response_types_supported: ['code'],
			subject_types_supported: ['public'],
			id_token_signing_alg_values_supported: [algorithm],
		};
	}

	function idToken(): string {
		const now = Math.floor(Date.now() / 1000);
		const body = { iss: provider.issuer, aud: clientId, iat: now, exp: now + 3600, ...provider.claims };
		const head = { alg: algorithm, ...(algorithm === 'HS256' ? {} : { kid: keys.kid }) };
		const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
		return `${text}.${signed(text).toString('base64url')}`;
	}

	function signed(text: string): Buffer {
		if (algorithm === 'HS256') return createHmac('sha256', clientSecret).update(text).digest();
		return sign('sha256', Buffer.from(text), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const provider: OddProvider = {
		issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		claims: {},
		instead: new Map(),
		bend: (token) => token,
		asked: (path) => counts.get(path) ?? 0,
		changeKeys({ sameName } = { sameName: false }) {
			keys = makeKeys(algorithm, sameName ? keys.kid : `${keys.kid}-next`);
		},
		close: () =>
			new Promise((resolve, reject) => {
				server.close((error) => (error ? reject(error) : resolve()));
				server.closeAllConnections();
			}),
	};
	return provider;
}

/** The same token with other words in it, under the signature of the first ones. */
export function withOtherClaims(idToken: string, claims: Record<string, unknown>): string {
	const [head = '', payload = '', signature = ''] = idToken.split('.');
	const told: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
	return [head, Buffer.from(JSON.stringify({ ...told, ...claims })).toString('base64url'), signature].join('.');
}

function makeKeys(algorithm: OddProviderOptions['algorithm'], kid: string): Keys {
	if (algorithm === 'ES256') return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
	return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

function json(response: ServerResponse, body: object, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
