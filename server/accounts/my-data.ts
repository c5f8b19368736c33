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
import * as sql from './deletion/sql.ts';

export async function readMyData(db: Database, fan: FanKey): Promise<MyData> {
	const [account, times, signIns, sessions, gemLogs, votes, claims, orders, favorites, reminders, devices] =
		await Promise.all([
			readUser(db, fan),
			sql.selectTimes(db, fan),
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
	return {
		exported_time: times.now,
		account,
		created_time: times.createdAt,
		sign_ins: signIns.map(({ provider, loginEmail, linkedAt }) => ({
			provider,
			login_email: loginEmail,
			linked_time: linkedAt,
		})),
		sessions: sessions.map(({ provider, createdAt, expiresAt, country }) => ({
			provider,
			created_time: createdAt,
			expires_time: expiresAt,
			country,
		})),
		gem_logs: gemLogs,
		votes: votes.map(presentVote),
		check_ins: claims.map(({ day, sequence, gems }) => ({ day, sequence, gem_number: gems })),
		orders,
		favorites,
		reminders,
		push_devices: devices,
	};
}
