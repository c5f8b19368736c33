/** The sign-on providers that the configuration names. */
import type { IdentityProvider, IdentityProviders } from '#server/accounts/sign-on/identity-provider.ts';
import type { Config } from '#server/config/config.ts';
import { googleProvider } from './google.ts';
import { lineProvider } from './line.ts';
import { ownProvider } from './own.ts';

/**
 * The one whose word makes operators. Never LINE: it does not say whether an address is verified. Nor the site's own
 * network, which is there for fans: whoever runs it would decide who runs the site.
 */
export function openOperatorProvider({
	google,
}: Config['providers']): { issuer: string; provider: IdentityProvider } | null {
	return google && { issuer: google.issuer, provider: googleProvider(google) };
}

export function openProviders({ google, line, oidc }: Config['providers']): IdentityProviders {
	return {
		google: google && googleProvider(google),
		line: line && lineProvider(line),
		oidc: oidc && ownProvider(oidc),
	};
}
