import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeVoteNonce, voteTag } from './vote-tag.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/voting.ts';

test('a vote’s tag can be recomputed with any SHA-256', async () => {
	const nonce = new Uint8Array(32).map((_, index) => index);
	const digest = createHash('sha256').update('fv-tag-v1\n').update(nonce).digest();
	const expected = digest.subarray(0, 16).toString('base64url');
	expect(await voteTag(nonce)).toBe(expected);
	expect(expected).toHaveLength(22);
});

test('a tag is an Idempotency-Key, and no two votes share one', async () => {
	const tags = await Promise.all(Array.from({ length: 200 }, () => voteTag(makeVoteNonce())));
	expect(new Set(tags).size).toBe(200);
	for (const tag of tags) expect(tag).toMatch(IDEMPOTENCY_KEY_PATTERN);
});
