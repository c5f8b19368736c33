/** The tag of a vote's leaf. No text that a fan chose stands in a list that cannot forget. */
import { sha256Of16 } from '#public-log/format/sha256.ts';

/** 22 characters: base64url of the first 16 bytes of SHA-256("fv-log-tag-v1\n" || ranking || "\n" || Idempotency-Key). */
export const logTag = (ranking: string, key: string): string => sha256Of16(`fv-log-tag-v1\n${ranking}\n${key}`);
