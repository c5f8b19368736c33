/** Interface of a sign-on provider. The adapters in server/outside/oidc implement it. */
import type { SsoType } from '#contract/values/shapes.ts';

export interface IdentityProvider {
	/**
	 * Returns the provider's address that begins a sign-in. `maxAgeSeconds`: the provider authenticates the person
	 * again if the last time was longer ago, and reports when it did.
	 * @throws {ProviderFailure} if the provider cannot be reached
	 */
	begin(request: SignInSecrets & { redirectUri: string; maxAgeSeconds?: number }): Promise<string>;
	/**
	 * Identifies the person from the provider's redirect.
	 * @throws {SignInDeclined} if the provider sent only an error
	 * @throws {ProviderFailure} if any part of the answer is invalid
	 */
	finish(callbackUrl: URL, secrets: SignInSecrets): Promise<ProviderIdentity>;
}

/** The sign-in ended without a fault of the site: most often the visitor pressed Cancel. */
export class SignInDeclined extends Error {}

/** Something is wrong at the provider or in our settings there. The message is safe to log. */
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
	/** The provider's permanent id of the person. */
	subject: string;
	name: string | null;
	email: string | null;
	/** True only if the provider says so explicitly. */
	emailVerified: boolean;
	pictureUrl: string | null;
	/** Time at which the provider last authenticated the person, in epoch seconds. Missing if it is not stated. */
	authenticatedAt?: number | undefined;
}

/** Null if the provider is not configured. */
export type IdentityProviders = Record<SsoType, IdentityProvider | null>;
