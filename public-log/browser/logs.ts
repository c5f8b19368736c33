/** Addresses of the public logs, and the votes that were lost when the site had to be set back. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getVoteLogs } from '#contract/voting.ts';

export type Restore = ReplyOf<typeof getVoteLogs>['restores'][number];

/** True if a vote of this time may be lost. Times are whole seconds, so that a vote of the first one may be there still. */
export const isLost = (castAt: number, { restored_to, begun_at }: Restore): boolean =>
	castAt >= Math.floor(restored_to) && castAt <= begun_at;

/** Address of a public log on this site. Its name is the same behind the site's host name. */
export const addressOf = (log: string): string => log.slice(log.indexOf('/'));
