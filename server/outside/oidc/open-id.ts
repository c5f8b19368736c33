/** An OpenID Connect provider, reached with openid-client: code + PKCE + state + nonce, the ID token verified. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as oidc from 'openid-client';
import { ResponseBodyError } from 'openid-client';
import {
	ProviderFailure,
	SignInDeclined,
	type IdentityProvider,
	type ProviderIdentity,
	type SignInSecrets,
	type IdentityProviders,
} from '#server/accounts/sign-on/identity-provider.ts';
import { cut, mended } from '#contract/values/text.ts';
import { isLoopback, type ProviderConfig, type Config } from '#server/config/config.ts';
import { cachedByKey } from '#server/kernel/cache.ts';
import { readBody, within } from '#server/kernel/within.ts';

const TIMEOUT_SECONDS = 10;
/** Between the provider's clock and ours. A token comes from the provider itself, for one sign-in, and opens nothing later. */
const CLOCKS_APART_MAX_SECONDS = 300;
/** Discovery documents, keys and token answers are a few kilobytes. */
const ANSWER_BYTES_MAX = 256 * 1024;
/** Maximum age of a cached discovery document. */
const DISCOVERY_AGE_MAX_MS = 24 * 3_600_000;
/** After a failure it is read again, with the keys, unless it is younger than this. */
const RENEWED_AT_MOST_EVERY_MS = 60_000;
const SCOPE = 'openid profile email';

/** RS256: the provider's published keys. HS256: the client secret. `any key`: published keys with any algorithm, of a network of the site's own. */
export type IdTokenSigning = 'RS256' | 'HS256' | 'any key';

export function openIdProvider(
	config: ProviderConfig,
	signing: IdTokenSigning,
	parametersAgain: Record<string, string> = {},
): IdentityProvider {
	const discovery = cachedByKey({ ageMs: DISCOVERY_AGE_MAX_MS, max: 1 }, () => discoverProvider(config, signing));
	const discover = () => discovery.read('');

	async function exchange(callbackUrl: URL, { state, nonce, codeVerifier }: SignInSecrets): Promise<ProviderIdentity> {
		const checks = {
			expectedState: state,
			expectedNonce: nonce,
			pkceCodeVerifier: codeVerifier,
			idTokenExpected: true,
		};
		const discovered = await discover();
		const tokens = await oidc.authorizationCodeGrant(discovered, callbackUrl, checks);
		if (signing === 'HS256') expectSignedBySecret(tokens.id_token ?? '', config.clientSecret);
		const claims = tokens.claims();
		if (!claims) throw new Error('The provider gave no ID token');
		const isElsewhere = isThin(claims, signing) && discovered.serverMetadata().userinfo_endpoint !== undefined;
		if (!isElsewhere) return identityOf(claims, claims);
		const told = await oidc.fetchUserInfo(discovered, tokens.access_token, claims.sub).catch((error: unknown) => {
			// A person may come without a name, but not as somebody else.
			if ((error as { code?: string }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error;
			return claims;
		});
		return identityOf(claims, told);
	}

	/**
	 * In a network of the site's own, subjects begin with the issuer: those of another one, later, cannot be taken for its
	 * people. As the token names it: settings may write its address in several ways, and all would be new after an edit.
	 */
	function identityOf(claims: oidc.IDToken, told: oidc.IDToken | oidc.UserInfoResponse): ProviderIdentity {
		const identity = identityFrom(claims, told);
		return signing === 'any key' ? { ...identity, subject: `${claims.iss}#${identity.subject}` } : identity;
	}

	return {
		async begin({ state, nonce, codeVerifier, redirectUri, maxAgeSeconds, again = false }) {
			const discovered = await discover().catch((error: unknown) => sayWhy(error, [config.clientSecret]));
			const address = oidc.buildAuthorizationUrl(discovered, {
				redirect_uri: redirectUri,
				scope: SCOPE,
				state,
				nonce,
				code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
				code_challenge_method: 'S256',
				...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
				...(again ? parametersAgain : {}),
			});
			return address.href;
		},
		async finish(callbackUrl, secrets) {
			try {
				return await exchange(callbackUrl, secrets);
			} catch (error) {
				// The provider may have changed keys or addresses at once. The next visitor finds the new ones.
				if (!(error instanceof oidc.AuthorizationResponseError)) discovery.forget('', RENEWED_AT_MOST_EVERY_MS);
				const code = callbackUrl.searchParams.get('code') ?? '';
				return sayWhy(error, [config.clientSecret, code, ...Object.values(secrets)]);
			}
		},
	};
}

/** Passes on words for the log. The library's error holds the provider's answer, and with it codes and tokens. */
function sayWhy(error: unknown, secrets: readonly string[]): never {
	if (error instanceof oidc.AuthorizationResponseError)
		throw new SignInDeclined(`The provider answered ${mended(error.error, 40)}`);
	const isForged = error instanceof ResponseBodyError && error.error === 'invalid_grant';
	throw new ProviderFailure(faultText(error, secrets), { isForged });
}

async function discoverProvider(config: ProviderConfig, signing: IdTokenSigning): Promise<oidc.Configuration> {
	const issuer = new URL(config.issuer);
	const discovered = await oidc.discovery(
		issuer,
		config.clientId,
		{
			[oidc.clockTolerance]: CLOCKS_APART_MAX_SECONDS,
			...(signing !== 'any key' && { id_token_signed_response_alg: signing }),
		},
		secretInBodyOrHeader(config.clientSecret),
		{
			[oidc.customFetch]: boundedFetch,
			timeout: TIMEOUT_SECONDS,
			execute: isLoopback(issuer.href) ? [oidc.allowInsecureRequests] : [],
		},
	);
	// Else the library trusts the token endpoint's channel alone and never looks at the signature.
	if (signing !== 'HS256') oidc.enableNonRepudiationChecks(discovered);
	return discovered;
}

/** Bounds memory and time. Keeps the type alone: a refusal's reason is read from the body, not from a challenge. */
const boundedFetch: oidc.CustomFetch = (url, { method, headers, body }) =>
	within(async (signal) => {
		const sent = body instanceof Uint8Array ? Buffer.from(body) : body;
		const request: RequestInit = { method, headers, body: sent, redirect: 'manual', signal };
		const response = await fetch(url, request);
		const bytes = await readBody(response.body, ANSWER_BYTES_MAX);
		const type = response.headers.get('content-type');
		return new Response(bytes.length === 0 ? null : withoutUnread(bytes), {
			status: response.status,
			headers: type === null ? {} : { 'content-type': type },
		});
	}, TIMEOUT_SECONDS * 1000);

/** Fields of a token answer that nobody reads. The library refuses the nulls and lists that providers write there. */
const UNREAD = ['expires_in', 'refresh_token', 'scope'];

function withoutUnread(bytes: Buffer<ArrayBuffer>): BodyInit {
	try {
		const answer = JSON.parse(bytes.toString()) as object;
		for (const name of UNREAD) Reflect.deleteProperty(answer, name);
		// Some leave the type out or write another one, and the library refuses both.
		if ('access_token' in answer) Object.assign(answer, { token_type: 'bearer' });
		return JSON.stringify(answer);
	} catch {
		return bytes;
	}
}

/** In the body, as Google and LINE ask, unless the provider says that it takes none there. */
function secretInBodyOrHeader(secret: string): oidc.ClientAuth {
	const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
	return (server, ...rest) => {
		const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? true;
		return (takesBody ? inBody : inHeader)(server, ...rest);
	};
}

/** OpenID Connect Core, 2: at most 255 ASCII characters. Others cannot be told apart by people, or cannot be stored. */
const SUBJECT = /^[ -~]{1,255}$/;

/**
 * OpenID Connect Core, 5.4: some or all of what was asked for of the person may be where the token opens instead. LINE
 * has all but an address in the token, and an address nowhere else.
 */
const isThin = ({ name, email }: oidc.IDToken, signing: IdTokenSigning): boolean =>
	textOf(name) === null || (textOf(email) === null && signing !== 'HS256');

function identityFrom(claims: oidc.IDToken, told: oidc.IDToken | oidc.UserInfoResponse): ProviderIdentity {
	if (!SUBJECT.test(claims.sub)) throw new Error('the subject of the ID token is no identifier');
	// An address and whether it is verified are one statement.
	const addressed = textOf(claims['email']) === null ? told : claims;
	return {
		subject: claims.sub,
		name: textOf(claims['name']) ?? textOf(told['name']),
		email: textOf(addressed['email']),
		// Apple and Cognito write a text.
		emailVerified: [true, 'true'].includes(addressed['email_verified'] as boolean | string),
		pictureUrl: textOf(claims['picture']) ?? textOf(told['picture']),
		authenticatedAt: claims.auth_time,
	};
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() !== '' ? claim : null);

/** @throws {Error} unless the token was signed by HMAC with SHA-256 and this secret. */
function expectSignedBySecret(idToken: string, secret: string): void {
	const [header = '', payload = '', signature = ''] = idToken.split('.');
	const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
	const given = Buffer.from(signature, 'base64url');
	if (given.length !== expected.length || !timingSafeEqual(given, expected))
		throw new Error('the ID token is not signed with the client secret');
}

const READ_MAX_CHARACTERS = 1_000;
const SAID_MAX_CHARACTERS = 200;
const DEPTH_MAX = 4;
/** Matches secrets: a signed token, or a long text with a digit, which is a code or a key and not a word. */
const KEY_LIKE = /\beyJ[\w.-]+|\b(?=[A-Za-z_-]{0,200}\d)[\w-]{20,}/g;

function faultText(error: unknown, secrets: readonly string[]): string {
	if (error instanceof ResponseBodyError) {
		const { status, error: code, error_description: description } = error;
		const said = [code, description].filter((part) => typeof part === 'string');
		return harmless(`the provider answered ${status}: ${said.join(': ')}`, secrets);
	}
	return harmless(messages(error).join(': '), secrets);
}

/** Collects the messages of an error and its causes. If a cause is a Response, only its status is included. */
function messages(error: unknown, depth = 0): string[] {
	if (error instanceof Response) return [`status ${error.status}`];
	if (!(error instanceof Error) || depth === DEPTH_MAX) return [];
	const rest = messages(error.cause, depth + 1);
	return rest[0] === error.message ? rest : [error.message, ...rest];
}

function harmless(text: string, secrets: readonly string[]): string {
	let safe = mended(text, READ_MAX_CHARACTERS);
	for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '…');
	return cut(safe.replaceAll(KEY_LIKE, '…'), SAID_MAX_CHARACTERS);
}

/** Never LINE, which verifies no address, nor the site's own network: who runs it would decide who runs the site. */
export const openOperatorProvider = ({ google }: Config['providers']) =>
	google && { issuer: google.issuer, provider: googleProvider(google) };

export function openProviders({ google, line, oidc: own }: Config['providers']): IdentityProviders {
	return { google: google && googleProvider(google), line: line && lineProvider(line), oidc: own && ownProvider(own) };
}

/** Google: ID tokens are signed with its published keys and tell whether the email is verified. */
export const googleProvider = (config: ProviderConfig): IdentityProvider => openIdProvider(config, 'RS256');

/**
 * LINE: for web sites it signs ID tokens with the channel's own secret, which its discovery document does not say.
 * It never tells whether an email is verified, so a LINE email is a contact address and links nothing. Where its app is
 * installed, LINE signs in by the app, which may come back in another browser. It leaves that out when asked.
 */
const lineProvider = (config: ProviderConfig): IdentityProvider =>
	openIdProvider(config, 'HS256', { disable_auto_login: 'true' });

const ownProvider = (config: ProviderConfig): IdentityProvider => openIdProvider(config, 'any key');
