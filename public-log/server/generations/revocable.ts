/** Whether a key can be revoked. */
import { isEqual } from '#public-log/format/bytes.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { StartRefused } from '#server/config/refused.ts';
import type { Database } from '#server/kernel/database.ts';
import { selectKeys } from '../anchor/keys-sql.ts';
import type { LogKeys } from '../keys.ts';
import { selectIsRevoked, selectSigns } from './freeze-sql.ts';

/** False if it was revoked before. @throws {StartRefused} if it is the key that signs new logs, or none of this site */
export async function expectRevocable(
	db: Database,
	keys: Pick<LogKeys, 'signer'>,
	publicKey: Buffer,
): Promise<boolean> {
	if (isEqual(keys.signer('new logs', null).key.publicKey, publicKey))
		throw new StartRefused('This key signs new logs. Run npm run rotate-log-key first, then revoke it');
	if (await selectIsRevoked(db, publicKey)) return false;
	const announced = await db.transaction((tx) => selectKeys(tx));
	const isAnnounced = announced.some(({ vkey }) => {
		const key = parseVerifierKey(vkey);
		return key !== null && isEqual(key.publicKey, publicKey);
	});
	if (isAnnounced || (await selectSigns(db, publicKey))) return true;
	throw new StartRefused('No public log of this site was ever signed by this key');
}
