/** Deletes accounts. */
import { ACCOUNT_DELETION_DAYS } from '#contract/values/constants.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { flagWallet, forfeit, lockWallet } from '#server/gems/gems.ts';
import { sum } from '#server/gems/rules.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import type { MediaStore } from '#server/media/store.ts';
import * as sql from '../sql.ts';

/** More than become due between two runs, so that a few failing accounts do not block the others. */
const BATCH = 10_000;

export interface Farewell {
	/** Epoch seconds. */
	eraseAt: number;
	/** Gems that are lost with the account. */
	gems: number;
	endedSessions: Buffer[];
}

/** Ends all sessions and schedules the erasure of the account. If there is a request already, that one counts. */
export function requestDeletion(db: Database, fan: FanKey): Promise<Farewell> {
	return db.transaction((tx) => openDeletion(tx, fan));
}

export async function openDeletion(tx: Tx, fan: FanKey): Promise<Farewell> {
	const wallet = await lockWallet(tx, fan);
	const eraseAt = await sql.openRequest(tx, fan, ACCOUNT_DELETION_DAYS);
	return { eraseAt, gems: sum(wallet), endedSessions: await sql.revokeSessions(tx, fan) };
}

/** Erases all accounts that are due, each in its own transaction, so that a failure does not affect the others. */
export async function eraseAccounts(db: Database, media: MediaStore): Promise<void> {
	await runAllSettled(await sql.selectDue(db, BATCH), (fan) => erase(db, media, fan));
}

/**
 * Forfeits the remaining gems by a ledger entry, so that the books still balance. A debt stays. Deletes the picture
 * first: if the rest fails, the next run finds it deleted and continues.
 */
function erase(db: Database, media: MediaStore, fan: FanKey): Promise<void> {
	return db.transaction(async (tx) => {
		// Lock the fan's row first, as a sign-in does. Otherwise a sign-in could find an account that is erased when it
		// commits.
		const fanRow = await sql.lockFan(tx, fan);
		await lockWallet(tx, fan);
		if (!(await sql.closeRequest(tx, fan)) || !fanRow) return;
		await forfeit(tx, fan);
		await flagWallet(tx, fan, { registered: false });
		const picture = await sql.selectOwnPicture(tx, fan);
		if (picture !== null) await media.remove(picture);
		await sql.eraseFan(tx, fan);
	});
}
