/** Tokens of sessions. */
import type { FanKey } from '#server/kernel/caller.ts';
import { newSecret } from '#server/kernel/secrets.ts';
import { shardOf } from '#server/db/shards/shards.ts';

/** The characters of base64url, in its order: as many as there can be shards. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A secret has 43 characters. */
const TOKEN_LENGTH = 44;

/**
 * Returns a new token: a character that names the fan's shard, and a secret. A balancer may send equal characters to equal
 * processes. The character gives no access: the hash under which the session is stored covers the whole token, so a token
 * whose character was changed is unknown. Tokens of releases before are the secret alone, and go on working.
 */
export function newToken(fan: FanKey, shards: number): string {
	return `${CHARACTERS[shardOf(fan, shards)]}${newSecret()}`;
}

/** Returns the shard that the token names, without a look whether there is such a session. Null for none. */
export function shardOfToken(token: string, shards: number): number | null {
	if (shards === 1) return 0;
	const shard = token.length === TOKEN_LENGTH ? CHARACTERS.indexOf(token.charAt(0)) : -1;
	return shard >= 0 && shard < shards ? shard : null;
}
