import type { IdentityProvider } from '#server/accounts/sign-on/identity-provider.ts';
import type { ProviderConfig } from '#server/config/config.ts';
import { openIdProvider } from './open-id.ts';

/** Google: ID tokens are signed with its published keys and tell whether the email is verified. */
export function googleProvider(config: ProviderConfig): IdentityProvider {
	return openIdProvider(config, 'RS256');
}
