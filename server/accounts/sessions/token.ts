/** Tokens of sessions. */
import type { FanKey } from '#server/kernel/caller.ts';
import { newSecret } from '#server/kernel/secrets.ts';
import { shardOf } from '#server/db/shards/shards.ts';

/** The characters of base64url, in its order: as many as there can be shards. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns the shard that a token names. One of a release before, or a forged one, names any. */
export function shardOfToken(token: string, shards: number): number {
	return Math.max(0, CHARACTERS.indexOf(token[0] ?? '')) % shards;
}

/**
 * Returns a new token: a character that names the fan's shard, and a secret. A balancer may send equal characters to equal
 * processes. The character gives no access: the hash under which the session is stored covers the whole token, so a token
 * whose character was changed is unknown. Tokens of releases before are the secret alone, and go on working.
 */
export function newToken(fan: FanKey, shards: number): string {
	return `${CHARACTERS[shardOf(fan, shards)]}${newSecret()}`;
}
