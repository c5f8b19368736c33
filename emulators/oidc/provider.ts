/** One true OpenID provider of the library, with the habits of the provider it plays. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Person, ProviderName, Register } from './people.ts';

/**
 * The provider library greets with warnings of a Node release that is newer than it knows, and of state that is kept in
 * memory alone. They mean nothing to a person who tries the site.
 */
async function withoutWarnings<T>(work: () => T | Promise<T>): Promise<T> {
	const { warn } = console;
	console.warn = () => undefined;
	try {
		return await work();
	} finally {
		console.warn = warn;
	}
}

const { Provider, interactionPolicy } = await withoutWarnings(() => import('oidc-provider'));

interface ProviderKeys {
	jwks: NonNullable<Configuration['jwks']>;
	cookieSecret: string;
}

/** The provider's signing key and cookie secret: made at the first start and kept in the data folder. */
export async function readOrMakeKeys(dataFolder: string, provider: ProviderName): Promise<ProviderKeys> {
	const file = join(dataFolder, `oidc-${provider}-keys.json`);
	if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as ProviderKeys;
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const key = {
		...privateKey.export({ format: 'jwk' }),
		kid: randomBytes(8).toString('hex'),
		alg: 'RS256',
		use: 'sig',
	};
	const keys = { jwks: { keys: [key] }, cookieSecret: randomBytes(32).toString('base64url') };
	await mkdir(dataFolder, { recursive: true });
	await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
	return keys;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

export interface Client {
	id: string;
	secret: string;
}

interface ProviderOptions {
	name: ProviderName;
	issuer: string;
	client: Client;
	redirectUris: string[];
	keys: ProviderKeys;
	register: Register;
	/** Where the picture of a person is served; undefined if they have none. */
	pictureAddress(person: Person): string | undefined;
}

/** LINE signs for web clients with the client's own secret, and says nothing about whether an email is verified. */
const habits = {
	google: { signing: 'RS256', emailClaims: ['email', 'email_verified'] },
	line: { signing: 'HS256', emailClaims: ['email'] },
} as const satisfies Record<ProviderName, { signing: string; emailClaims: string[] }>;

export async function createProvider(options: ProviderOptions): Promise<InstanceType<typeof Provider>> {
	const provider = await withoutWarnings(() => new Provider(options.issuer, configurationOf(options)));
	provider.on('server_error', (_context, error) => console.error(`${options.name} emulator:`, error));
	return provider;
}

function configurationOf(options: ProviderOptions): Configuration {
	const { name, client, redirectUris, keys, register, pictureAddress } = options;
	const { signing, emailClaims } = habits[name];
	return {
		jwks: keys.jwks,
		// Both providers live on one host: names of their own keep their cookies apart.
		cookies: {
			keys: [keys.cookieSecret],
			names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
		},
		clients: [
			{
				client_id: client.id,
				client_secret: client.secret,
				redirect_uris: underBothNames(redirectUris),
				// The kind of client that may return to http on loopback, on whatever port it has.
				application_type: 'native',
				grant_types: ['authorization_code'],
				response_types: ['code'],
				token_endpoint_auth_method: 'client_secret_post',
				id_token_signed_response_alg: signing,
			},
		],
		enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
		clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
		responseTypes: ['code'],
		pkce: { required: () => true },
		scopes: ['openid', 'profile', 'email'],
		claims: { openid: ['sub'], profile: ['name', 'picture'], email: emailClaims },
		// Both providers put the profile into the ID token itself.
		conformIdTokenClaims: false,
		features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
		interactions: { policy: oneStep(), url: (_context, interaction) => `/${name}/sign-in/${interaction.uid}` },
		ttl: {
			AccessToken: HOUR_SECONDS,
			AuthorizationCode: MINUTE_SECONDS,
			Grant: HOUR_SECONDS,
			IdToken: HOUR_SECONDS,
			Interaction: HOUR_SECONDS,
			Session: HOUR_SECONDS,
		},
		loadExistingGrant: consentGivenOnTheForm,
		findAccount: (_context, subject) => {
			const person = register.find(subject);
			if (!person) return undefined;
			return { accountId: subject, claims: () => claimsOf(person, pictureAddress(person)) };
		},
		renderError: (context, out) => {
			context.type = 'text/plain';
			context.body = `${out.error}: ${out.error_description ?? 'the request cannot be answered'}\n`;
		},
	};
}

/** A site on this machine is visited as localhost and as 127.0.0.1, and returns to the one it was visited as. */
function underBothNames(redirectUris: readonly string[]): string[] {
	return redirectUris.flatMap((uri) => {
		const url = new URL(uri);
		if (url.hostname !== 'localhost' && url.hostname !== '127.0.0.1') return [uri];
		return ['localhost', '127.0.0.1'].map((hostname) => Object.assign(new URL(uri), { hostname }).href);
	});
}

/** Sign-in alone: who signs in on our form agrees by that, and the library would ask native clients a second time. */
function oneStep(): ReturnType<typeof interactionPolicy.base> {
	const policy = interactionPolicy.base();
	policy.remove('consent');
	return policy;
}

async function consentGivenOnTheForm(context: KoaContextWithOIDC) {
	const { client, session, provider, params } = context.oidc;
	const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
	grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid');
	await grant.save();
	return grant;
}

function claimsOf(person: Person, picture: string | undefined) {
	return {
		sub: person.subject,
		name: person.name || undefined,
		picture,
		email: person.email,
		email_verified: person.email === undefined ? undefined : person.emailVerified,
	};
}
