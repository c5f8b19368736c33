/** Finds what an operator types the beginning of, in all domains at once. */
import type { Found } from '#contract/operator/search.ts';
import { INTEGER_MAX } from '#contract/values/shapes.ts';
import { recordRead, type Reader } from '#server/audit-trail/exports.ts';
import { type Database, raw, sql, type Db } from '#server/kernel/database.ts';
import { findTradeNosOf } from '#server/orders/operator/orders.ts';
import { fold } from '#contract/values/text.ts';

/** At most five of each kind. Fans are found by readers of personal data alone, and the trail records which. */
export async function searchEverything(db: Database, reader: Reader, text: string): Promise<Found[]> {
	const { fan, order, provider, fanId, caseId } = meaningOf(text);
	const none: Promise<never[]> = Promise.resolve([]);
	const mayFindFans = reader.readsPersonalData;
	const ofCase = sql`select 'case' as kind, case_id::text as id, null::text as name, title as detail, null::text as status
		from vote_case join ranking using (ranking_id) where case_id = ${caseId}`;
	const [named, byNumber, byStart, orders, cases] = await Promise.all([
		selectByWords(db, text),
		mayFindFans && fanId !== null ? selectFanByNumber(db, fanId) : none,
		mayFindFans && fan !== null ? selectFansByStart(db, fan) : none,
		findOrders(db, order, provider),
		caseId === null ? none : ofCase.all<Found>(db),
	]);
	const fans = [...byNumber, ...byStart.filter((one) => byNumber.every((other) => other.fanId !== one.fanId))];
	await recordRead(db, reader, { action: 'fan.list', target: 'fans', fanIds: fans.map((one) => one.fanId) });
	return [...named, ...fans.map(({ fanId: _, ...found }) => found), ...orders, ...cases];
}

async function findOrders(db: Database, order: string | null, provider: string | null): Promise<Found[]> {
	if (provider === null) return order === null ? [] : selectOrdersByStart(db, order);
	const tradeNos = await findTradeNosOf(db, provider);
	return (await Promise.all(tradeNos.map((tradeNo) => selectOrdersByStart(db, tradeNo)))).flat();
}

/** Names by target (`noun:id`). Fans are named to readers of personal data alone, and the trail records which. */
export async function readNames(db: Database, reader: Reader, targets: string[]): Promise<Map<string, string>> {
	const idsOf = (noun: string) => [
		...new Set(
			targets.filter((target) => target.startsWith(`${noun}:`)).map((target) => target.slice(noun.length + 1)),
		),
	];
	const numbersOf = (noun: string, max = INTEGER_MAX) =>
		idsOf(noun)
			.map(Number)
			.filter((id) => Number.isInteger(id) && id > 0 && id <= max);
	const fans = reader.readsPersonalData ? numbersOf('fan', Number.MAX_SAFE_INTEGER) : [];
	// Each part reads its rows by primary key. A fan without a name has no row.
	const rows = await sql`select 'fan:' || fan.fan_id as target, name from unnest(${fans}::bigint[]) asked (id)
				join fan on fan.fan_id = asked.id where name is not null
			union all select 'ranking:' || ranking_key, title from ranking where ranking_key = any(${idsOf('ranking')}::text[])
			union all select 'artist:' || artist_id, en_name from artist where artist_id = any(${numbersOf('artist')}::integer[])
			union all select 'news:' || news_id, title from news where news_id = any(${numbersOf('news')}::integer[])
			union all select 'operator:' || operator_id, coalesce(name, email) from operator
				where operator_id = any(${numbersOf('operator')}::integer[])
			union all select 'invitation:' || invitation_id, email from operator_invitation
				where invitation_id = any(${numbersOf('invitation')}::integer[])`.all<{ target: string; name: string }>(db);
	const fanIds = rows.filter(({ target }) => target.startsWith('fan:')).map(({ target }) => Number(target.slice(4)));
	await recordRead(db, reader, { action: 'fan.list', target: 'audit', fanIds });
	return new Map(rows.map(({ target, name }) => [target, name]));
}

export async function findFanTargets(db: Database, reader: Reader, text: string): Promise<string[]> {
	const { fan } = meaningOf(text);
	if (fan === null || !reader.readsPersonalData) return [];
	return (await selectFansByStart(db, fan)).map(({ fanId }) => `fan:${fanId}`);
}

/** Shorter beginnings would put strangers' names on the screen, and on the audit trail, with each key. */
const FAN_CHARACTERS_MIN = 2;
const ORDER_CHARACTERS_MIN = 4;

/** `fan`: the text as the beginning of a fan's name or address. Null if it is too short to mean a person. */
function meaningOf(given: string) {
	const text = given.trim();
	const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
	const id = number === undefined ? null : Number(number);
	return {
		fan: fold(text).length >= FAN_CHARACTERS_MIN ? text : null,
		order: text.length >= ORDER_CHARACTERS_MIN && /^[\w-]{1,22}$/.test(text) ? text : null,
		provider: /^(?:cs|pi|re|pyr|du|dp|evt)_\w+$/.test(text) ? text : null,
		fanId: id,
		caseId: id !== null && id <= INTEGER_MAX ? id : null,
	};
}

const MANY = 5;

const STATUS = raw(`case when published_at is null then 'draft'
	when exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and ended_at is null)
		and ends_at > lightstick_now() then 'paused'
	when ends_at <= lightstick_now() then 'ended' when starts_at > lightstick_now() then 'upcoming' else 'ongoing' end`);

/** Finds the items that have a word beginning with each word of the text. The database cuts both into words. */
const selectByWords = (db: Db, text: string): Promise<Found[]> =>
	sql`(select 'ranking' as kind, ranking_key as id, title as name, ranking_key as detail, ${STATUS} as status
				from ranking where search_index(search_text) @@ search_query(${text})
				order by starts_at desc, ranking_id limit ${raw(MANY)})
			union all
			(select 'artist', artist_id::text, en_name, nullif(concat_ws(' · ', native_name, sub_title), ''),
					case when hidden_at is not null then 'hidden' end
				from artist where search_index(search_text) @@ search_query(${text})
				order by folded(en_name), artist_id limit ${raw(MANY)})
			union all
			(select 'article', news_id::text, title, to_char(published_at at time zone timezone, 'YYYY-MM-DD'),
					case when hidden_at is not null then 'hidden' end
				from news cross join site_setting where search_index(search_text) @@ search_query(${text})
				order by coalesce(published_at, hidden_at) desc limit ${raw(MANY)})`.all(db);

interface FoundFan extends Found {
	fanId: number;
}

const FAN = raw(`fan_id as "fanId", 'fan' as kind, fan_id::text as id, name, email as detail,
	case when suspended then 'suspended' end as status`);

/** In each index's own order: a short beginning reads five rows, too. A whole name or address comes first. */
const selectFansByStart = (db: Db, start: string): Promise<FoundFan[]> =>
	sql`with found as (
			(select fan_id, searched(name) as match from fan where searched(name) like starting(searched(${start}))
				order by searched(name) using ~<~, fan_id limit ${raw(MANY)})
			union all
			(select fan_id, folded(email) from fan where folded(email) like starting(folded(${start}))
				order by folded(email) using ~<~, fan_id limit ${raw(MANY)})
			union all
			(select fan_id, folded(login_email) from fan_identity
				where folded(login_email) like starting(folded(${start})) and login_email is not null
				order by folded(login_email) using ~<~ limit ${raw(MANY)})
		), first as (
			select fan_id, min(match) as match from found group by fan_id
		)
		select ${FAN} from first join fan using (fan_id) join wallet using (fan_id)
		order by match not in (folded(${start}), searched(${start})), match, fan_id limit ${raw(MANY)}`.all<FoundFan>(db);

const selectFanByNumber = (db: Db, fanId: number): Promise<FoundFan[]> =>
	sql`select ${FAN} from fan join wallet using (fan_id) where fan_id = ${fanId}`.all(db);

const selectOrdersByStart = (db: Db, start: string): Promise<Found[]> =>
	sql`select 'order' as kind, trade_no as id, null::text as name, trade_no as detail, status from gem_order
			where trade_no like ${`${start.replaceAll('_', String.raw`\_`)}%`} order by trade_no using ~<~ limit ${raw(MANY)}
		`.all(db);
