/** Interface of a sign-on provider. The adapters in server/outside/oidc implement it. */
import type { FastifyReply } from 'fastify';
import type { SsoType } from '#contract/values/shapes.ts';

export interface IdentityProvider {
	/**
	 * Returns the provider's address that begins a sign-in. `maxAgeSeconds`: the provider authenticates the person
	 * again if the last time was longer ago, and reports when it did. `again`: an earlier sign-in came back in another browser.
	 * @throws {ProviderFailure} if the provider cannot be reached
	 */
	begin(request: SignInSecrets & SignInRequest): Promise<string>;
	/** @throws {SignInDeclined} for an error of the provider alone @throws {ProviderFailure} if the answer is invalid */
	finish(callbackUrl: URL, secrets: SignInSecrets): Promise<ProviderIdentity>;
}

/** The sign-in ended without a fault of the site: most often the visitor pressed Cancel. */
export class SignInDeclined extends Error {}

/** Something is wrong at the provider or in our settings there. The message is safe to log. */
export class ProviderFailure extends Error {
	override name = 'ProviderFailure';
	/** True if the provider did not give the code that the visitor brought. */
	readonly isForged: boolean;

	constructor(message: string, { isForged = false } = {}) {
		super(message);
		this.isForged = isForged;
	}
}

/** Secrets that tie the provider's response to our request. They serve one sign-in and are never reused. */
export interface SignInSecrets {
	state: string;
	nonce: string;
	codeVerifier: string;
}

export interface SignInRequest {
	redirectUri: string;
	maxAgeSeconds?: number;
	again?: boolean;
}

export interface ProviderIdentity {
	subject: string;
	name: string | null;
	email: string | null;
	/** True only if the provider says so explicitly. */
	emailVerified: boolean;
	pictureUrl: string | null;
	/** Time at which the provider last authenticated the person, in epoch seconds. Missing if it is not stated. */
	authenticatedAt?: number | undefined;
}

export type IdentityProviders = Record<SsoType, IdentityProvider | null>;

/** The address may contain a token: caches must not store the response, and no referrer is sent. */
export const sendOn = (reply: FastifyReply, address: string): FastifyReply =>
	reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
