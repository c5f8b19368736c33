/** The sign-on providers that the configuration names. */
import type { IdentityProvider, IdentityProviders } from '#server/accounts/identity-provider.ts';
import type { Config } from '#server/config.ts';
import { googleProvider } from './google.ts';
import { lineProvider } from './line.ts';

/** The one whose word makes operators. Never LINE: it does not say whether an address is verified. */
export function openOperatorProvider({
	google,
}: Config['providers']): { issuer: string; provider: IdentityProvider } | null {
	return google && { issuer: google.issuer, provider: googleProvider(google) };
}

export function openProviders({ google, line }: Config['providers']): IdentityProviders {
	return { google: google && googleProvider(google), line: line && lineProvider(line) };
}
