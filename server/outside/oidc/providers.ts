/** The sign-on providers that the configuration names. */
import type { IdentityProviders } from '#server/accounts/identity-provider.ts';
import type { Config } from '#server/config.ts';
import { googleProvider } from './google.ts';
import { lineProvider } from './line.ts';

export function openProviders({ google, line }: Config['providers']): IdentityProviders {
	return { google: google && googleProvider(google), line: line && lineProvider(line) };
}
