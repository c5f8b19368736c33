/** The fan's own account: identity, registration, profile. */
import type { User } from '#contract/accounts.ts';
import { type Database, type Db, type Tx, sql as statement } from '#server/kernel/database.ts';
import { flagWallet, readWallet, forfeit, lockWallet, sum } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { mediaUrl } from '#server/media/names.ts';
import * as sql from './sql.ts';
import type { MyData } from '#contract/my-account.ts';
import { readClaims } from '#server/check-in/check-in.ts';
import { readFavorites } from '#server/favorites/favorites.ts';
import { readWholeRecords } from '#server/gems/records.ts';
import { readOrders } from '#server/orders/orders.ts';
import { readDevices, readReminders } from '#server/push/subscriptions.ts';
import { presentVote, readVotes } from '#server/voting/own-votes.ts';
import { ACCOUNT_DELETION_DAYS } from '#contract/values/constants.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import type { MediaStore } from '#server/media/store.ts';

const AVATAR_WIDTH = 320;

export async function readUser(db: Db, key: FanKey): Promise<User> {
	const [fan, wallet] = await Promise.all([sql.selectFan(db, key), readWallet(db, key)]);
	const { avatar_media_id: mediaId, ...told } = fan;
	return {
		...told,
		avatar_url: mediaUrl(mediaId, AVATAR_WIDTH),
		gem_balance: sum(wallet),
		gem_balance_earned: wallet.earned,
		gem_balance_purchased: wallet.purchased,
		suspended: wallet.suspended,
	};
}

/** The email address is only for contact, and grants nothing. @throws {Problem} already_registered with other data */
export async function completeRegistration(
	db: Database,
	fan: FanKey,
	registration: sql.Contact & { country: string },
): Promise<User> {
	await db.transaction(async (tx) => {
		const before = orRefuse(await sql.lockFan(tx, fan), 'sign_in_required');
		if (!before.is_new_user) {
			const { name, email, country } = registration;
			if (before.name === name && before.email === email && before.country === country) return;
			throw new Problem('already_registered');
		}
		await sql.updateContact(tx, fan, registration);
		await statement`update fan set country = ${registration.country}, registered_at = lightstick_now()
			where fan_id = ${fan.fanId}`.run(tx);
		await flagWallet(tx, fan, { registered: true });
	});
	return readUser(db, fan);
}

export async function readMyData(db: Database, fan: FanKey): Promise<MyData> {
	const [times, account, sign_ins, sessions, gem_logs, votes, claims, orders, favorites, reminders, push_devices] =
		await Promise.all([
			sql.selectTimes(db, fan),
			readUser(db, fan),
			sql.selectSignIns(db, fan),
			sql.selectSessions(db, fan),
			readWholeRecords(db, fan),
			readVotes(db, fan),
			readClaims(db, fan),
			readOrders(db, fan),
			readFavorites(db, fan),
			readReminders(db, fan),
			readDevices(db, fan),
		]);
	const check_ins = claims.map(({ day, sequence, gems }) => ({ day, sequence, gem_number: gems }));
	const kept = { account, sign_ins, sessions, gem_logs, check_ins, orders, favorites, reminders, push_devices };
	return { ...times, ...kept, votes: votes.map(presentVote) };
}

/** More than become due between two runs, so that a few failing accounts do not block the others. */
const BATCH = 10_000;

/** Ends all sessions and schedules the erasure of the account. If there is a request already, that one counts. */
export const requestDeletion = (db: Database, fan: FanKey) => db.transaction((tx) => openDeletion(tx, fan));

export async function openDeletion(tx: Tx, fan: FanKey) {
	const wallet = await lockWallet(tx, fan);
	const eraseAt = await sql.openRequest(tx, fan, ACCOUNT_DELETION_DAYS);
	return { eraseAt, gems: sum(wallet), endedSessions: await sql.revokeSessions(tx, fan) };
}

/** Erases all accounts that are due, each in its own transaction, so that a failure does not affect the others. */
export async function eraseAccounts(db: Database, media: MediaStore): Promise<void> {
	const due = await statement`select fan_id as "fanId" from deletion_request
		where cancelled_at is null and erased_at is null and erase_at <= lightstick_now()
		order by erase_at limit ${BATCH}`.all<FanKey>(db);
	await runAllSettled(due, (fan) => erase(db, media, fan));
}

/** Forfeits the gems by a ledger entry; a debt stays. The picture goes first: if the rest fails, the next run continues. */
function erase(db: Database, media: MediaStore, fan: FanKey): Promise<void> {
	return db.transaction(async (tx) => {
		// As a sign-in does: otherwise it could find an account that is erased when it commits.
		const fanRow = await sql.lockFan(tx, fan);
		await lockWallet(tx, fan);
		const closed = await statement`update deletion_request set erased_at = lightstick_now()
			where fan_id = ${fan.fanId} and cancelled_at is null and erased_at is null and erase_at <= lightstick_now()
			returning fan_id`.exists(tx);
		if (!closed || !fanRow) return;
		await forfeit(tx, fan);
		await flagWallet(tx, fan, { registered: false });
		const picture = await sql.selectOwnPicture(tx, fan);
		if (picture !== null) await media.remove(picture);
		await sql.eraseFan(tx, fan);
	});
}
