/**
 * The master key belongs to one database. Its fingerprint is stored at the first start, so that a machine that was given
 * another key is refused, also while there are no fans yet.
 */
import { createHmac } from 'node:crypto';
import { StartRefused } from '#server/config/refused.ts';
import { maybeOne, one, type Db } from '#server/kernel/database.ts';
import type { LogKeys } from '../keys.ts';
import { openVoterSecrets } from './voters.ts';

const LABEL = 'lightstick master key fingerprint v1';

/**
 * Checks that the master key is the one that fans' secrets are encrypted under.
 * @throws {StartRefused} otherwise: with another one, nobody could sign in
 */
export async function expectMasterKey(db: Db, { masterKey }: Pick<LogKeys, 'masterKey'>): Promise<void> {
	// The fingerprint may be missing: the database may be older, or rows may have been copied to it.
	const isKnown = (await readsSecrets(db, masterKey)) && (await keepFingerprint(db, masterKey));
	if (isKnown) return;
	throw new StartRefused(
		"VOTE_LOG_MASTER_KEY is not the key under which this database's fans are encrypted: give every process of a site the " +
			'same keys, and every site a database of its own. See docs/operating/vote-log.md',
	);
}

async function readsSecrets(db: Db, masterKey: Buffer): Promise<boolean> {
	const kept = await maybeOne<{ sealed: Buffer }>(db, { text: 'select sealed from voter_secret limit 1' });
	if (!kept) return true;
	try {
		openVoterSecrets(masterKey).read(kept.sealed);
		return true;
	} catch {
		return false;
	}
}

/** Of two machines that start at once, the first one's key counts. */
async function keepFingerprint(db: Db, masterKey: Buffer): Promise<boolean> {
	const own = createHmac('sha256', masterKey).update(LABEL).digest();
	await db.query({ text: 'insert into vote_log_key (fingerprint) values ($1) on conflict do nothing', values: [own] });
	const { fingerprint } = await one<{ fingerprint: Buffer }>(db, { text: 'select fingerprint from vote_log_key' });
	return fingerprint.equals(own);
}
