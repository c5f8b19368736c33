/** Statements of operators on fans. Lists use only fan_id and keys of the fan, and so read only the rows of the page. */
import { epochSeconds, raw, sql, type Db } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { fanDetail, fanFilter, listedFan, readFanSessions, readLedger } from '#contract/operator/accounts.ts';
import type { FanKey } from '#server/kernel/caller.ts';

export type FanDetail = z.output<typeof fanDetail>;
type SessionList = ReplyOf<typeof readFanSessions>['list'];
type LedgerList = ReplyOf<typeof readLedger>['list'];

/** With the columns of a listed fan in the contract's names. */
export interface FanRow extends FanKey, z.output<typeof listedFan> {
	avatarMediaId: string | null;
	erased: boolean;
}

const OPEN = 'deletion_request where cancelled_at is null and erased_at is null';
const FILTERS = {
	leaving: `and fan_id in (select fan_id from ${OPEN})`,
	suspended: 'and fan_id in (select fan_id from wallet where suspended)',
	locked: 'and fan_id in (select fan_id from wallet where frozen)',
};
const STATUS = `case when erased_at is not null then 'deleted'
	when exists (select from ${OPEN} and deletion_request.fan_id = fan.fan_id) then 'leaving'
	when suspended then 'suspended' when frozen then 'locked' when purchased < 0 then 'in_debt'
	when registered_at is null then 'not_registered' else 'active' end`;

const FAN = raw(`fan_id as "fanId", fan_id, name, email, country, register_platform,
	${epochSeconds('created_at').text} as joined_time, registered_at is not null as registered, suspended, earned, purchased,
	avatar_media_id as "avatarMediaId", (${STATUS}) as status, erased_at is not null as erased`);

export const selectFanById = (db: Db, fanId: number): Promise<FanRow | null> =>
	sql`select ${FAN} from fan join wallet using (fan_id) where fan_id = ${fanId}`.maybeOne(db);

export interface FanPage {
	beyond: number;
	order: 'asc' | 'desc';
	limit: number;
	status: z.output<typeof fanFilter> | undefined;
}

const isBeyond = ({ beyond, order, status }: FanPage) =>
	sql`fan_id ${raw(order === 'asc' ? '>' : '<')} ${beyond} ${raw((status && FILTERS[status]) ?? '')}`;
const inOrder = ({ order }: FanPage) => raw(`order by fan_id ${order}`);

export const selectLatestFans = (db: Db, page: FanPage): Promise<FanRow[]> =>
	sql`select ${FAN} from (
			select * from fan where ${isBeyond(page)} ${inOrder(page)} limit ${page.limit}
		) fan join wallet using (fan_id) ${inOrder(page)}`.all(db);

/** Finds fans whose name or address starts with the text, or equals it, in the order of joining. */
export function selectFansByStart(db: Db, page: FanPage & { start: string; whole: boolean }): Promise<FanRow[]> {
	const { start, whole, limit } = page;
	const rest = sql`and ${isBeyond(page)} ${inOrder(page)} limit ${limit}`;
	const isFound = (column: string, form = 'folded') =>
		whole
			? sql`${raw(form)}(${raw(column)}) = ${raw(form)}(${start})`
			: sql`${raw(form)}(${raw(column)}) like starting(${raw(form)}(${start}))`;
	return sql`with found as (
			(select fan_id from fan where ${isFound('name', 'searched')} ${rest})
			union
			(select fan_id from fan where ${isFound('email')} ${rest})
			union
			(select fan_id from fan_identity where ${isFound('login_email')} and login_email is not null ${rest})
		)
		select ${FAN} from found join fan using (fan_id) join wallet using (fan_id) ${inOrder(page)} limit ${limit}`.all(
		db,
	);
}

export const selectFanSessions = (db: Db, { fanId }: FanKey): Promise<SessionList> =>
	sql`select provider, country, ${epochSeconds('created_at')} as started_time, ${epochSeconds('expires_at')} as expires_time,
				activated_at is not null and revoked_at is null and expires_at > lightstick_now() as active
			from session where fan_id = ${fanId} order by created_at desc limit 100`.all(db);

interface Page {
	/** Ledger number (`seq`). The page begins below it. */
	before: number;
	limit: number;
}

export const selectLedger = (db: Db, { fanId }: FanKey, { before, limit }: Page): Promise<LedgerList> =>
	sql`select seq, kind, earned, purchased, earned_after, purchased_after, cause, ${epochSeconds('created_at')} as time,
				(select json_build_object('ranking_key', ranking_key, 'ranking_title', title, 'artist_id', artist_id,
						'en_name', en_name)
					from vote join ranking using (ranking_id) join artist using (artist_id)
					where entry.kind = 'vote' and vote.fan_id = entry.fan_id
						and vote.idempotency_key = entry.cause) as vote
			from ledger_entry entry where fan_id = ${fanId} and seq < ${before}::bigint
			order by seq desc limit ${limit}`.all(db);

/** Counts the suspensions and restorations of these operators in the last 24 hours that nobody else approved. */
export const countSuspensions = (db: Db, operatorIds: readonly number[]): Promise<number> =>
	sql`select count(*) from audit_entry
		where operator_id = any(${operatorIds}) and action in ('fan.suspend', 'fan.restore')
			and at > lightstick_now() - interval '24 hours' and after->>'approval_id' is null`.value(db);
