/** The sign-on providers that the configuration names. */
import type { IdentityProvider, IdentityProviders } from '#server/accounts/sign-on/identity-provider.ts';
import type { Config, ProviderConfig } from '#server/config/config.ts';
import { openIdProvider } from './open-id.ts';

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

/** Google: ID tokens are signed with its published keys and tell whether the email is verified. */
export function googleProvider(config: ProviderConfig): IdentityProvider {
	return openIdProvider(config, 'RS256');
}

/**
 * LINE: for web sites it signs ID tokens with the channel's own secret, which its discovery document does not say.
 * It never tells whether an email is verified, so a LINE email is a contact address and links nothing. Where its app is
 * installed, LINE signs in by the app, which may come back in another browser. It leaves that out when asked.
 */
export function lineProvider(config: ProviderConfig): IdentityProvider {
	return openIdProvider(config, 'HS256', { disable_auto_login: 'true' });
}

/**
 * A provider of the site's own choice. Its subjects begin with the issuer: if the site moves to another provider, the
 * new one's subjects cannot be taken for the old one's people.
 */
export function ownProvider(config: ProviderConfig): IdentityProvider {
	const provider = openIdProvider(config, 'any key');
	return {
		begin: (request) => provider.begin(request),
		async finish(callbackUrl, secrets) {
			const identity = await provider.finish(callbackUrl, secrets);
			return { ...identity, subject: `${config.issuer}#${identity.subject}` };
		},
	};
}
