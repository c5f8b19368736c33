/**
 * `npm run rotate-log-key` gives the public logs a new signing key, from the next start on. Logs that have begun keep
 * theirs. A site that is given its keys by variables prints the new values instead.
 */
import './lib/refusals.ts';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { readConfig } from '#server/config/config.ts';
import { rotateKeptKey } from '#public-log/server/keys.ts';

const { voteLog, dataFolder } = readConfig(process.env);
if (voteLog.keys) {
	const old = [voteLog.keys.signingKey, ...voteLog.keys.oldSigningKeys].map((key) => key.toString('base64'));
	console.log(`VOTE_LOG_SIGNING_KEY=${randomBytes(32).toString('base64')}`);
	console.log(`VOTE_LOG_OLD_SIGNING_KEYS=${old.join(',')}`);
	console.log('Set both on every machine, then restart all processes.');
} else {
	await rotateKeptKey(join(dataFolder, 'keys', 'vote-log.json'));
	console.log('New logs are signed by a new key after the next start. Back up the file of the keys.');
}
