import type { IdentityProvider } from '#server/accounts/sign-on/identity-provider.ts';
import type { ProviderConfig } from '#server/config/config.ts';
import { openIdProvider } from './open-id.ts';

/**
 * LINE: for web sites it signs ID tokens with the channel's own secret, which its discovery document does not say.
 * It never tells whether an email is verified, so a LINE email is a contact address and links nothing.
 */
export function lineProvider(config: ProviderConfig): IdentityProvider {
	return openIdProvider(config, 'HS256');
}
