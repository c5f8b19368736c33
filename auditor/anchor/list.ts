/** The checks of an anchor. Each has a name and the sentence that holds if it passes. */
export const ANCHOR_CHECKS = {
	signature: 'The checkpoint is signed by the key',
	origin: 'The checkpoint names the log that the key belongs to',
	bundles: 'Every bundle holds exactly its leaves, and not a byte more',
	root: 'The leaves give the root that was signed',
	grammar: 'Every leaf can be read',
	keys: 'Keys are added once, end once, and sign every log that was read',
	growth: 'The checkpoints of each log grow, and nothing follows its result',
	logs: 'Every log that was read begins with all its checkpoints',
	results: 'The result of every log that was read is the one that was told',
	supply: 'Gems issued, less gems burned, are the gems outstanding',
	sums: 'Each supply follows the one before, and no sum in it shrinks',
	gems: 'The votes and gems of every log that was read are those of the supply',
	accounts: 'Numbers of accounts follow each other in time, without small ones',
	witnesses: 'Enough witnesses have cosigned the checkpoint',
	older: 'The log begins with the older checkpoints',
} as const;
export type AnchorCheckName = keyof typeof ANCHOR_CHECKS;
export const ANCHOR_CHECK_NAMES = Object.keys(ANCHOR_CHECKS) as AnchorCheckName[];
