/** Statements of operators on banners, pop-ups and picture pages. Rows are in the contract's names already. */
import type { consoleBanner, consolePopUp, consoleView } from '#contract/operator/site/content.ts';
import type * as z from 'zod/mini';
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochSeconds, localTime, nowIf, raw, row, set, sql, type Sql } from '#server/kernel/sql.ts';

export type BannerRow = Omit<z.output<typeof consoleBanner>, 'picture' | 'pc_picture'>;
export type PopUpRow = Omit<z.output<typeof consolePopUp>, 'picture'>;
export type ViewRow = Omit<z.output<typeof consoleView>, 'picture' | 'pc_picture'>;

export type BannerFields = Omit<BannerRow, 'banner_id' | 'visibility' | 'version'>;
export type PopUpFields = Omit<PopUpRow, 'pop_up_id' | 'visibility' | 'version'>;
export type ViewFields = Omit<ViewRow, 'version'>;

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when ends_at <= lightstick_now() then 'over'
	when starts_at > lightstick_now() then 'scheduled' else 'visible' end as visibility`;
const PERIOD = sql`${localTime('starts_at')} as starts_local, ${localTime('ends_at')} as ends_local, ${VISIBILITY}`;

/** A table of things that operators edit. */
export interface Content<Fields> {
	table: string;
	key: string;
	/** What operators see of a row. */
	shown: Sql;
	order: Sql;
	/** The row that an operator's input makes. */
	columnsOf: (fields: Fields, period: Period) => Record<string, unknown>;
}

/** The instants of its local times. Null: no bound. */
export interface Period {
	starts_at: Date | null;
	ends_at: Date | null;
}

export const banners: Content<BannerFields> = {
	table: 'banner',
	key: 'banner_id',
	shown: sql`banner_id, position, media_id, pc_media_id, alt, link_url,
		coalesce(link_target = '_blank', false) as new_window, ${PERIOD}`,
	order: sql`position, banner_id`,
	columnsOf: ({ new_window: isNew, starts_local: _, ends_local: __, hidden, ...same }, period) => ({
		...same,
		...period,
		link_target: isNew ? '_blank' : null,
		hidden_at: nowIf(hidden),
	}),
};

export const popUps: Content<PopUpFields> = {
	table: 'pop_up',
	key: 'pop_up_id',
	shown: sql`pop_up_id, media_id, alt, link_url, ${PERIOD}`,
	order: sql`starts_at desc, pop_up_id limit 500`,
	columnsOf: ({ starts_local: _, ends_local: __, hidden, ...same }, period) => ({
		...same,
		...period,
		hidden_at: nowIf(hidden),
	}),
};

export const views: Content<ViewFields> = {
	table: 'view_page',
	key: 'view_id',
	shown: sql`view_id, media_id, pc_media_id, alt`,
	order: sql`view_id`,
	columnsOf: ({ hidden, ...same }) => ({ ...same, hidden_at: nowIf(hidden) }),
};

type Listed = Pick<Content<never>, 'table' | 'key' | 'shown' | 'order'>;

const select = ({ table, shown }: Listed) =>
	sql`select ${shown}, hidden_at is not null as hidden, ${raw(table)}.version
		from ${raw(table)} cross join site_setting`;

export function selectAll<Row extends object>(db: Db, content: Listed): Promise<Row[]> {
	return sql`${select(content)} order by ${content.order}`.all(db);
}

/** Returns the stored period of a row in epoch seconds, with the local times that operators see. */
export function selectPeriod(tx: Tx, { table, key }: Listed, id: string | number): Promise<StoredPeriod> {
	return sql`select ${localTime('starts_at')} as "startsLocal", ${epochSeconds('starts_at')} as starts,
			${localTime('ends_at')} as "endsLocal", ${epochSeconds('ends_at')} as ends
		from ${raw(table)} cross join site_setting where ${raw(key)} = ${id}`.one(tx);
}

export interface StoredPeriod {
	startsLocal: string | null;
	starts: number | null;
	endsLocal: string | null;
	ends: number | null;
}

export function lockOne(tx: Tx, content: Listed, id: string | number): Promise<{ version: number } | null> {
	return sql`${select(content)} where ${raw(content.key)} = ${id} for update of ${raw(content.table)}`.maybeOne(tx);
}

/** Returns the new id, or null if it is taken. */
export function insertOne<Fields>(tx: Tx, { table, key, columnsOf }: Content<Fields>, fields: Fields, period: Period) {
	return sql`insert into ${raw(table)} ${row(columnsOf(fields, period))}
		on conflict do nothing returning ${raw(key)}`.maybeValue<string | number>(tx);
}

export function updateOne<Fields>(
	tx: Tx,
	{ table, key, columnsOf }: Content<Fields>,
	id: string | number,
	{ fields, period }: { fields: Fields; period: Period },
): Promise<void> {
	return sql`update ${raw(table)} set ${set(columnsOf(fields, period))}, version = version + 1
		where ${raw(key)} = ${id}`.run(tx);
}
