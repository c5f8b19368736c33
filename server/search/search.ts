/** Finds what an operator types the beginning of, in all domains at once. */
import type { Found } from '#contract/operator/search.ts';
import { INTEGER_MAX } from '#contract/values/shapes.ts';
import { recordRead, type Reader } from '#server/audit-trail/exports.ts';
import type { Database } from '#server/kernel/database.ts';
import { findTradeNosOf } from '#server/orders/operator/orders.ts';
import * as sql from './sql.ts';
import { fold } from '#contract/values/text.ts';

/** At most five of each kind. Fans are found by readers of personal data alone, and the trail records which. */
export async function searchEverything(db: Database, reader: Reader, text: string): Promise<Found[]> {
	const { fan, order, provider, fanId, caseId } = meaningOf(text);
	const none: Promise<never[]> = Promise.resolve([]);
	const mayFindFans = reader.readsPersonalData;
	const [named, byNumber, byStart, orders, cases] = await Promise.all([
		sql.selectByWords(db, text),
		mayFindFans && fanId !== null ? sql.selectFanByNumber(db, fanId) : none,
		mayFindFans && fan !== null ? sql.selectFansByStart(db, fan) : none,
		findOrders(db, order, provider),
		caseId === null ? none : sql.selectCase(db, caseId),
	]);
	const fans = [...byNumber, ...byStart.filter((one) => byNumber.every((other) => other.fanId !== one.fanId))];
	await recordRead(db, reader, { action: 'fan.list', target: 'fans', fanIds: fans.map((one) => one.fanId) });
	return [...named, ...fans.map(({ fanId: _, ...found }) => found), ...orders, ...cases];
}

async function findOrders(db: Database, order: string | null, provider: string | null): Promise<Found[]> {
	if (provider === null) return order === null ? [] : sql.selectOrdersByStart(db, order);
	const tradeNos = await findTradeNosOf(db, provider);
	return (await Promise.all(tradeNos.map((tradeNo) => sql.selectOrdersByStart(db, tradeNo)))).flat();
}

/** Names by target (`noun:id`). Fans are named to readers of personal data alone, and the trail records which. */
export async function readNames(db: Database, reader: Reader, targets: string[]): Promise<Map<string, string>> {
	const idsOf = (noun: string) => [
		...new Set(
			targets.filter((target) => target.startsWith(`${noun}:`)).map((target) => target.slice(noun.length + 1)),
		),
	];
	const numbersOf = (noun: string, max: number) =>
		idsOf(noun)
			.map(Number)
			.filter((id) => Number.isInteger(id) && id > 0 && id <= max);
	const rows = await sql.selectNames(db, {
		fans: reader.readsPersonalData ? numbersOf('fan', Number.MAX_SAFE_INTEGER) : [],
		rankings: idsOf('ranking'),
		artists: numbersOf('artist', INTEGER_MAX),
		articles: numbersOf('news', INTEGER_MAX),
		operators: numbersOf('operator', INTEGER_MAX),
		invitations: numbersOf('invitation', INTEGER_MAX),
	});
	const fanIds = rows.filter(({ target }) => target.startsWith('fan:')).map(({ target }) => Number(target.slice(4)));
	await recordRead(db, reader, { action: 'fan.list', target: 'audit', fanIds });
	return new Map(rows.map(({ target, name }) => [target, name]));
}

export async function findFanTargets(db: Database, reader: Reader, text: string): Promise<string[]> {
	const { fan } = meaningOf(text);
	if (fan === null || !reader.readsPersonalData) return [];
	return (await sql.selectFansByStart(db, fan)).map(({ fanId }) => `fan:${fanId}`);
}

interface Meaning {
	/** The text as the beginning of a fan's name or address. Null if it is too short to mean a person. */
	fan: string | null;
	order: string | null;
	provider: string | null;
	fanId: number | null;
	caseId: number | null;
}

/** Shorter beginnings would put strangers' names on the screen, and on the audit trail, with each key. */
const FAN_CHARACTERS_MIN = 2;
const ORDER_CHARACTERS_MIN = 4;

function meaningOf(given: string): Meaning {
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
