/** Checks at the start that the site was given the keys that sign its logs. */
import { StartRefused } from '#server/config/refused.ts';
import type { Db } from '#server/kernel/database.ts';
import type { LogKeys } from '../keys.ts';

/**
 * Checks that the keys are there which sign the anchor and the logs that still grow.
 * @throws {StartRefused} otherwise: these logs would stand still
 */
export async function expectSigningKeys(db: Db, { signer }: Pick<LogKeys, 'signer'>): Promise<void> {
	const rows = await db.query<{ publicKey: Buffer; name: string }>({
		text: `select public_key as "publicKey", min(name) as name from (
				select public_key, ranking_key as name from vote_log join ranking using (ranking_id)
				where certified_at is null or published_size < size
				union all select public_key, 'the anchor' from anchor_log
			) growing where public_key is not null group by public_key`,
	});
	for (const { publicKey, name } of rows) {
		try {
			signer(name, publicKey);
		} catch {
			throw new StartRefused(
				`The key that signs the public log of ${name} is neither VOTE_LOG_SIGNING_KEY nor among ` +
					'VOTE_LOG_OLD_SIGNING_KEYS. See docs/operating/vote-log.md',
			);
		}
	}
}
