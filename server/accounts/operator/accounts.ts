/** Lets operators find fans and read their data. */
import type * as z from 'zod/mini';
import type { CheckedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { listedFan, listFans as listCall, readFanVotes as votesCall } from '#contract/operator/accounts.ts';
import type { Db } from '#server/kernel/database.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { mediaUrl } from '#server/media/names.ts';
import { type Page, type PageRequest, readNumbered } from '#server/kernel/paging.ts';
import { readLockingCase, readVotes } from '#server/voting/own-votes.ts';
import { selectEraseTime, selectSignIns } from '../sql.ts';
import { maskEmail, maskName, csvTime } from '#server/audit-trail/exports.ts';
import * as sql from './sql.ts';

const AVATAR_WIDTH = 320;

type ListedFan = z.output<typeof listedFan>;

/** All fans, or those found by id or the beginning of name or address. `whole`: none is found letter by letter. */
export async function listFans(
	db: Db,
	{ search = '', status, order = 'desc', cursor, limit }: CheckedInputOf<typeof listCall>['query'],
	{ whole = false }: { whole?: boolean } = {},
): Promise<Page<ListedFan>> {
	const start = search.trim();
	if (/^[1-9]\d{0,14}$/.test(start) && cursor === undefined) {
		const fan = await sql.selectFanById(db, Number(start));
		if (fan) return { list: [fan], cursor: null };
	}
	return readNumbered(
		{ cursor, limit, order },
		(beyond, rows) => {
			const page = { beyond, order, limit: rows, status };
			return start === '' ? sql.selectLatestFans(db, page) : sql.selectFansByStart(db, { start, whole, ...page });
		},
		({ fanId }) => fanId,
	);
}

/** @throws {Problem} fan_not_found */
export const findFan = async (db: Db, fanId: number): Promise<sql.FanRow> =>
	orRefuse(await sql.selectFanById(db, fanId), 'fan_not_found');

export async function readFan(db: Db, fanId: number): Promise<sql.FanDetail> {
	const fan = await findFan(db, fanId);
	const [identities, sessions, eraseTime, lockedBy] = await Promise.all([
		selectSignIns(db, fan),
		sql.selectFanSessions(db, fan),
		selectEraseTime(db, fan),
		readLockingCase(db, fan),
	]);
	return {
		...fan,
		identities,
		avatar_url: mediaUrl(fan.avatarMediaId, AVATAR_WIDTH),
		active_sessions: sessions.filter(({ active }) => active).length,
		erase_time: eraseTime,
		locked_by: lockedBy,
	};
}

/** Reads the whole ledger, not only the seven days that the fan sees. */
export async function readLedger(db: Db, fanId: number, page: PageRequest) {
	const fan = await findFan(db, fanId);
	return readNumbered(
		page,
		(before, limit) => sql.selectLedger(db, fan, { before, limit }),
		({ seq }) => seq,
	);
}

export async function readFanVotes(db: Db, fanId: number, page: PageRequest): Promise<ReplyOf<typeof votesCall>> {
	const fan = await findFan(db, fanId);
	const { list, cursor } = await readNumbered(
		page,
		(before, limit) => readVotes(db, fan, { before, limit }),
		({ seq }) => seq,
	);
	return {
		list: list.map(({ artist_name, ticket_number, cast_time, ...vote }) => ({
			...vote,
			en_name: artist_name,
			tickets: ticket_number,
			time: cast_time,
		})),
		cursor,
	};
}

/** @throws {Problem} fan_not_found, fan_erased */
export async function findKept(db: Db, fanId: number): Promise<sql.FanRow> {
	const fan = await findFan(db, fanId);
	if (fan.erased) throw new Problem('fan_erased');
	return fan;
}

export function maskListed<Fan extends ListedFan>(fan: Fan): Fan {
	return { ...fan, name: maskName(fan.name), email: maskEmail(fan.email) };
}

export function maskDetail(fan: sql.FanDetail): sql.FanDetail {
	const identities = fan.identities.map((identity) => ({ ...identity, login_email: maskEmail(identity.login_email) }));
	// A picture often shows the person.
	return { ...maskListed(fan), identities, avatar_url: null };
}

export const fanCells = {
	id: (fan: ListedFan) => fan.fan_id,
	joined: (fan: ListedFan) => csvTime(fan.joined_time),
	status: (fan: ListedFan) => fan.status.replace('_', ' '),
};
