/** The tag of a vote's leaf. No text that a fan chose stands in a list that cannot forget. */
import { base64url, utf8 } from './bytes.ts';
import { sha256 } from '#public-log/format/sha256.ts';

const TAG_BYTES = 16;

/** 22 characters: base64url of the first 16 bytes of SHA-256("fv-log-tag-v1\n" || ranking || "\n" || Idempotency-Key). */
export function logTag(ranking: string, key: string): string {
	return base64url(sha256(utf8(`fv-log-tag-v1\n${ranking}\n${key}`)).subarray(0, TAG_BYTES));
}
