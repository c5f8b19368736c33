/**
 * The master key belongs to one database. Its fingerprint is stored at the first start, so that a machine that was given
 * another key is refused, also while there are no fans yet.
 */
import { createHmac } from 'node:crypto';
import { StartRefused } from '#server/config/refused.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import type { LogKeys } from './keys.ts';
import { openVoterSecrets } from './fans/voters.ts';

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
	const sealed = await sql`select sealed from voter_secret limit 1`.maybeValue<Buffer>(db);
	if (!sealed) return true;
	try {
		openVoterSecrets(masterKey).read(sealed);
		return true;
	} catch {
		return false;
	}
}

/** Of two machines that start at once, the first one's key counts. */
async function keepFingerprint(db: Db, masterKey: Buffer): Promise<boolean> {
	const own = createHmac('sha256', masterKey).update(LABEL).digest();
	await sql`insert into vote_log_key (fingerprint) values (${own}) on conflict do nothing`.run(db);
	return (await sql`select fingerprint from vote_log_key`.value<Buffer>(db)).equals(own);
}

/**
 * Checks that the keys are there which sign the anchor and the logs that still grow.
 * @throws {StartRefused} otherwise: these logs would stand still
 */
export async function expectSigningKeys(db: Db, { signer }: Pick<LogKeys, 'signer'>): Promise<void> {
	const rows = await sql`select public_key as "publicKey", min(name) as name from (
			select public_key, ranking_key as name from vote_log join ranking using (ranking_id)
			where certified_at is null or published_size < size
			union all select public_key, 'the anchor' from anchor_log
		) growing where public_key is not null group by public_key`.all<{ publicKey: Buffer; name: string }>(db);
	for (const { publicKey, name } of rows) signer(name, publicKey);
}
