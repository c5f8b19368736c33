/** Exports everything that the site stores about a fan. */
import type { MyData } from '#contract/my-account.ts';
import { readClaims } from '#server/check-in/check-in.ts';
import type { Database } from '#server/kernel/database.ts';
import { readFavorites } from '#server/favorites/favorites.ts';
import { readWholeRecords } from '#server/gems/records.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { readOrders } from '#server/orders/orders.ts';
import { readDevices, readReminders } from '#server/push/subscriptions.ts';
import { presentVote, readVotes } from '#server/voting/own-votes.ts';
import { readUser } from './accounts.ts';
import * as sql from './sql.ts';

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
