/** What stands for the public log's own modules in a server without a log: see hooks.ts. */
import type { openReceipts as Receipts } from '#server/vote-log/fans/receipts.ts';
import type * as Voters from '#server/vote-log/fans/voters.ts';
import type { startVoteLog as Start } from '#server/vote-log/thread.ts';

const NOBODY = 'A'.repeat(22);
const SECRET = '-'.repeat(32);

export const openReceipts: typeof Receipts = () => () => [];

export const openVoterSecrets: typeof Voters.openVoterSecrets = () => ({
	make: () => Buffer.alloc(60),
	read: () => SECRET,
});

export const rememberedPseudonyms: typeof Voters.rememberedPseudonyms = () => () => NOBODY;

export const startVoteLog: typeof Start = () => ({ stop: async () => {}, fault: () => null });
