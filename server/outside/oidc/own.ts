import type { IdentityProvider } from '#server/accounts/sign-on/identity-provider.ts';
import type { ProviderConfig } from '#server/config/config.ts';
import { openIdProvider } from './open-id.ts';

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
