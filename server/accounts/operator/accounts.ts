/** Lets operators find fans, read their data, suspend them and log them out. */
import type * as z from 'zod/mini';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import type { fanFilter, listedFan, readFanVotes as votesCall } from '#contract/operator/accounts.ts';
import type { MyData } from '#contract/my-account.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import type { FanKey, Actor } from '#server/kernel/caller.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { mediaUrl } from '#server/media/names.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { type Page, type PageRequest, readNumbered } from '#server/kernel/paging.ts';
import { readLockingCase, readVotes } from '#server/voting/own-votes.ts';
import { openDeletion, readMyData } from '../accounts.ts';
import { cancelRequest, revokeSessions, selectEraseTime, selectSignIns } from '../sql.ts';
import { maskEmail, maskName, csvTime } from '#server/audit-trail/exports.ts';
import * as sql from './sql.ts';

const AVATAR_WIDTH = 320;

type ListedFan = z.output<typeof listedFan>;

export interface FanQuery extends PageRequest {
	search?: string | undefined;
	status?: z.output<typeof fanFilter> | undefined;
	order?: ListOrder | undefined;
}

/** All fans, or those found by id or the beginning of name or address. `whole`: none is found letter by letter. */
export async function listFans(
	db: Db,
	{ search = '', status, order = 'desc', cursor, limit }: FanQuery,
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

export function logFanOut(db: Database, actor: Actor, fanId: number, why: string): Promise<Buffer[]> {
	return db.transaction(async (tx: Tx) => {
		const fan: FanKey = await findFan(tx, fanId);
		const ended = await revokeSessions(tx, fan);
		await record(tx, actor, { action: 'fan.log_out', target: `fan:${fanId}`, after: { ended: ended.length }, why });
		return ended;
	});
}

/** Deletes as the fan could: erased after days, unless the fan signs in. Returns hashes of ended sessions. */
export function deleteFan(db: Database, actor: Actor, fanId: number, why: string): Promise<Buffer[]> {
	return db.transaction(async (tx) => {
		const fan = await findFan(tx, fanId);
		if (fan.erased) throw new Problem('fan_erased');
		const { eraseAt, gems, endedSessions } = await openDeletion(tx, fan);
		const after = { erase_time: eraseAt, gems_given_up: gems, ended: endedSessions.length };
		await record(tx, actor, { action: 'fan.delete', target: `fan:${fanId}`, after, why });
		return endedSessions;
	});
}

export function keepFan(db: Database, actor: Actor, fanId: number, why: string): Promise<void> {
	return db.transaction(async (tx) => {
		const fan = await findFan(tx, fanId);
		if (fan.erased) throw new Problem('fan_erased');
		if (await cancelRequest(tx, fan)) await record(tx, actor, { action: 'fan.keep', target: `fan:${fanId}`, why });
	});
}

export async function exportFanData(db: Database, actor: Actor, fanId: number, why: string): Promise<MyData> {
	const fan = await findFan(db, fanId);
	if (fan.erased) throw new Problem('fan_erased');
	await db.transaction((tx) => record(tx, actor, { action: 'fan.export', target: `fan:${fanId}`, why }));
	return readMyData(db, fan);
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
