/** What accounts ask of a sign-on provider. Adapters in server/outside/oidc satisfy it. */
import type { SsoType } from '#contract/shapes.ts';

export interface IdentityProvider {
	/** The provider's address that begins a sign-in. @throws {Error} when the provider cannot be reached. */
	begin(request: SignInSecrets & { redirectUri: string }): Promise<string>;
	/**
	 * Turns the visitor's return into who they are.
	 * @throws {Error} when they refused, or anything of the answer does not hold.
	 */
	finish(callbackUrl: URL, secrets: SignInSecrets): Promise<ProviderIdentity>;
}

/** What ties the provider's answer to the question: made for one sign-in, never used again. */
export interface SignInSecrets {
	state: string;
	nonce: string;
	codeVerifier: string;
}

/** A person as the provider's signed ID token tells. */
export interface ProviderIdentity {
	/** The provider's unchanging id of the person. */
	subject: string;
	name: string | null;
	email: string | null;
	/** True only where the provider says so in as many words. */
	emailVerified: boolean;
	pictureUrl: string | null;
}

/** Null where the operator of the site has not configured a provider. */
export type IdentityProviders = Record<SsoType, IdentityProvider | null>;
