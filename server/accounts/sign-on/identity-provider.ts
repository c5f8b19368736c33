/** Interface of a sign-on provider. The adapters in server/outside/oidc implement it. */
import type { SsoType } from '#contract/values/shapes.ts';

export interface IdentityProvider {
	/**
	 * The provider's address that begins a sign-in. `maxAgeSeconds`: the provider asks a person again whom it last asked
	 * longer ago, and says when it asked.
	 * @throws {ProviderFailure} when the provider cannot be reached.
	 */
	begin(request: SignInSecrets & { redirectUri: string; maxAgeSeconds?: number }): Promise<string>;
	/**
	 * Identifies the person from the visitor's return.
	 * @throws {SignInDeclined} when the provider sent them back with nothing but a reason.
	 * @throws {ProviderFailure} when anything of the answer does not hold.
	 */
	finish(callbackUrl: URL, secrets: SignInSecrets): Promise<ProviderIdentity>;
}

/** Nothing is wrong with the site: most often the visitor pressed Cancel. */
export class SignInDeclined extends Error {}

/** Something is wrong at the provider or with our settings there. The message is fit for a log. */
export class ProviderFailure extends Error {
	override name = 'ProviderFailure';
}

/** Secrets that tie the provider's response to our request. They serve one sign-in and are never reused. */
export interface SignInSecrets {
	state: string;
	nonce: string;
	codeVerifier: string;
}

/** A person, as stated by the provider's signed ID token. */
export interface ProviderIdentity {
	/** The provider's unchanging id of the person. */
	subject: string;
	name: string | null;
	email: string | null;
	/** True only where the provider says so in as many words. */
	emailVerified: boolean;
	pictureUrl: string | null;
	/** Time at which the provider last authenticated the person, in epoch seconds. Missing if it is not stated. */
	authenticatedAt?: number | undefined;
}

/** Null where the operator of the site has not configured a provider. */
export type IdentityProviders = Record<SsoType, IdentityProvider | null>;
