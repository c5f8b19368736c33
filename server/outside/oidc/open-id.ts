/** An OpenID Connect provider, reached with openid-client: code + PKCE + state + nonce, the ID token verified. */
import * as oidc from 'openid-client';
import { SignInDeclined, type IdentityProvider, type ProviderIdentity } from '#server/accounts/identity-provider.ts';
import { isLoopback, type ProviderConfig } from '#server/config.ts';

const TIMEOUT_SECONDS = 10;
/** A discovery document is read again after so long. Signing keys are read again by the library when one is missing. */
const DISCOVERY_AGE_MAX_MS = 24 * 3_600_000;
const SCOPE = 'openid profile email';

export function openIdProvider(config: ProviderConfig, idTokenAlgorithm: 'RS256' | 'HS256'): IdentityProvider {
	const discover = remembered(() => discoverProvider(config, idTokenAlgorithm));
	return {
		async begin({ state, nonce, codeVerifier, redirectUri }) {
			const address = oidc.buildAuthorizationUrl(await discover(), {
				redirect_uri: redirectUri,
				scope: SCOPE,
				state,
				nonce,
				code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
				code_challenge_method: 'S256',
			});
			return address.href;
		},
		async finish(callbackUrl, { state, nonce, codeVerifier }) {
			const checks = {
				expectedState: state,
				expectedNonce: nonce,
				pkceCodeVerifier: codeVerifier,
				idTokenExpected: true,
			};
			const tokens = await oidc.authorizationCodeGrant(await discover(), callbackUrl, checks).catch(sayWhy);
			return identityFrom(tokens.claims());
		},
	};
}

function sayWhy(error: unknown): never {
	if (!(error instanceof oidc.AuthorizationResponseError)) throw error;
	throw new SignInDeclined(`The provider answered ${error.error.slice(0, 40)}`, { cause: error });
}

async function discoverProvider(config: ProviderConfig, idTokenAlgorithm: string): Promise<oidc.Configuration> {
	const issuer = new URL(config.issuer);
	const discovered = await oidc.discovery(
		issuer,
		config.clientId,
		{ id_token_signed_response_alg: idTokenAlgorithm },
		oidc.ClientSecretPost(config.clientSecret),
		{ timeout: TIMEOUT_SECONDS, execute: isLoopback(issuer.href) ? [oidc.allowInsecureRequests] : [] },
	);
	discovered.timeout = TIMEOUT_SECONDS;
	return discovered;
}

/** The first use asks, later ones get the same answer for a day; a failure is forgotten at once. */
function remembered<Value>(ask: () => Promise<Value>): () => Promise<Value> {
	let answer: Promise<Value> | null = null;
	let askedAt = 0;
	return () => {
		const now = performance.now();
		if (answer && now - askedAt < DISCOVERY_AGE_MAX_MS) return answer;
		const asking = ask();
		answer = asking;
		askedAt = now;
		asking.catch(() => {
			if (answer === asking) answer = null;
		});
		return asking;
	};
}

function identityFrom(claims: oidc.IDToken | undefined): ProviderIdentity {
	if (!claims) throw new Error('The provider gave no ID token');
	return {
		subject: claims.sub,
		name: text(claims['name']),
		email: text(claims['email']),
		emailVerified: claims['email_verified'] === true,
		pictureUrl: text(claims['picture']),
	};
}

function text(claim: unknown): string | null {
	return typeof claim === 'string' && claim !== '' ? claim : null;
}
