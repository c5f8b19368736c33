/** Reads the settings of a sign-on network of the site's own, beside Google and LINE. */
import { readHttpsUrl } from './addresses.ts';
import type { Reader } from './reader.ts';
import type { OwnNetworkConfig } from './types.ts';

const NAME_MAX_CHARACTERS = 40;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const EXAMPLE = 'https://login.example';

/** Null where nothing of it is set. */
export function readOwnNetwork(reader: Reader): OwnNetworkConfig | null {
	const isNamed = reader.text('OIDC_ISSUER', EXAMPLE) !== null;
	const clientId = reader.text('OIDC_CLIENT_ID', 'the-id-that-the-provider-gave');
	const clientSecret = reader.secret('OIDC_CLIENT_SECRET', 'the-secret-that-the-provider-gave');
	const given = reader.text('OIDC_NAME', 'Example ID');
	const logoFile = reader.text('OIDC_LOGO', 'logo.png');
	if (!isNamed && clientId === null && clientSecret === null) return null;
	if (!isNamed || clientId === null || clientSecret === null) {
		reader.refuse('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all or none');
		return null;
	}
	const issuer = readHttpsUrl(reader, 'OIDC_ISSUER', EXAMPLE);
	const name = given ?? new URL(issuer).hostname;
	const isName = Array.from(name).length <= NAME_MAX_CHARACTERS && !UNPRINTABLE.test(name);
	reader.expect('OIDC_NAME', name, isName, `must be at most ${NAME_MAX_CHARACTERS} visible characters`, 'Example ID');
	return { issuer, clientId, clientSecret, name, logoFile };
}
