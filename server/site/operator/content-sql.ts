/** Statements of operators on banners, pop-ups and picture pages. Rows are in the contract's names already. */
import type { consoleBanner, consolePopUp, consoleView } from '#contract/operator/site/content.ts';
import type * as z from 'zod/mini';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

export type BannerRow = Omit<z.output<typeof consoleBanner>, 'picture' | 'pc_picture'>;
export type PopUpRow = Omit<z.output<typeof consolePopUp>, 'picture'>;
export type ViewRow = Omit<z.output<typeof consoleView>, 'picture' | 'pc_picture'>;

export type BannerFields = Omit<BannerRow, 'banner_id' | 'visibility' | 'version'>;
export type PopUpFields = Omit<PopUpRow, 'pop_up_id' | 'visibility' | 'version'>;
export type ViewFields = Omit<ViewRow, 'version'>;

const local = (column: string) => `to_char(${column} at time zone site.timezone, 'YYYY-MM-DD"T"HH24:MI')`;
const instant = (value: string) => `(${value})::timestamp at time zone site.timezone`;
const hiddenAt = (value: string) => `case when ${value} then coalesce(hidden_at, lightstick_now()) end`;
const VISIBILITY = `case when hidden_at is not null then 'hidden' when ends_at <= lightstick_now() then 'over'
	when starts_at > lightstick_now() then 'scheduled' else 'visible' end as visibility`;
const PERIOD = `${local('starts_at')} as starts_local, ${local('ends_at')} as ends_local, hidden_at is not null as hidden`;

const BANNER = `banner_id, position, media_id, pc_media_id, alt, link_url, coalesce(link_target = '_blank', false)
	as new_window, ${PERIOD}, ${VISIBILITY}, banner.version`;

export function selectBanners(db: Db): Promise<BannerRow[]> {
	return db.query<BannerRow>({
		text: `select ${BANNER} from banner cross join site_setting site order by position, banner_id`,
	});
}

export function lockBanner(tx: Tx, bannerId: number): Promise<BannerRow | null> {
	return maybeOne<BannerRow>(tx, {
		text: `select ${BANNER} from banner cross join site_setting site where banner_id = $1 for update of banner`,
		values: [bannerId],
	});
}

const bannerValues = (fields: BannerFields) => [
	fields.position,
	fields.media_id,
	fields.pc_media_id,
	fields.alt,
	fields.link_url,
	fields.new_window ? '_blank' : null,
	fields.starts_local,
	fields.ends_local,
	fields.hidden,
];

export async function insertBanner(tx: Tx, fields: BannerFields): Promise<number> {
	const { bannerId } = await one<{ bannerId: number }>(tx, {
		text: `insert into banner (position, media_id, pc_media_id, alt, link_url, link_target, starts_at, ends_at, hidden_at)
			select $1, $2, $3, $4, $5, $6, ${instant('$7')}, ${instant('$8')}, case when $9 then lightstick_now() end
			from site_setting site returning banner_id as "bannerId"`,
		values: bannerValues(fields),
	});
	return bannerId;
}

export async function updateBanner(tx: Tx, bannerId: number, fields: BannerFields): Promise<void> {
	await tx.query({
		text: `update banner set position = $1, media_id = $2, pc_media_id = $3, alt = $4, link_url = $5, link_target = $6,
				starts_at = ${instant('$7')}, ends_at = ${instant('$8')}, hidden_at = ${hiddenAt('$9')},
				version = banner.version + 1
			from site_setting site where banner_id = $10`,
		values: [...bannerValues(fields), bannerId],
	});
}

const POP_UP = `pop_up_id, media_id, alt, link_url, ${PERIOD}, ${VISIBILITY}, pop_up.version`;

export function selectPopUps(db: Db): Promise<PopUpRow[]> {
	return db.query<PopUpRow>({
		text: `select ${POP_UP} from pop_up cross join site_setting site order by starts_at desc, pop_up_id limit 500`,
	});
}

export function lockPopUp(tx: Tx, popUpId: string): Promise<PopUpRow | null> {
	return maybeOne<PopUpRow>(tx, {
		text: `select ${POP_UP} from pop_up cross join site_setting site where pop_up_id = $1 for update of pop_up`,
		values: [popUpId],
	});
}

const popUpValues = (fields: PopUpFields) => [
	fields.media_id,
	fields.alt,
	fields.link_url,
	fields.starts_local,
	fields.ends_local,
	fields.hidden,
];

export async function insertPopUp(tx: Tx, fields: PopUpFields): Promise<string> {
	const { popUpId } = await one<{ popUpId: string }>(tx, {
		text: `insert into pop_up (media_id, alt, link_url, starts_at, ends_at, hidden_at)
			select $1, $2, $3, ${instant('$4')}, ${instant('$5')}, case when $6 then lightstick_now() end
			from site_setting site returning pop_up_id as "popUpId"`,
		values: popUpValues(fields),
	});
	return popUpId;
}

export async function updatePopUp(tx: Tx, popUpId: string, fields: PopUpFields): Promise<void> {
	await tx.query({
		text: `update pop_up set media_id = $1, alt = $2, link_url = $3, starts_at = ${instant('$4')},
				ends_at = ${instant('$5')}, hidden_at = ${hiddenAt('$6')}, version = pop_up.version + 1
			from site_setting site where pop_up_id = $7`,
		values: [...popUpValues(fields), popUpId],
	});
}

const VIEW = 'view_id, media_id, pc_media_id, alt, hidden_at is not null as hidden, version';

export function selectViews(db: Db): Promise<ViewRow[]> {
	return db.query<ViewRow>({ text: `select ${VIEW} from view_page order by view_id` });
}

export function lockView(tx: Tx, viewId: string): Promise<ViewRow | null> {
	return maybeOne<ViewRow>(tx, {
		text: `select ${VIEW} from view_page where view_id = $1 for update`,
		values: [viewId],
	});
}

/** Returns false if the id is taken. */
export async function insertView(tx: Tx, fields: ViewFields): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: `insert into view_page (view_id, media_id, pc_media_id, alt, hidden_at)
			values ($1, $2, $3, $4, case when $5 then lightstick_now() end) on conflict do nothing returning view_id`,
		values: [fields.view_id, fields.media_id, fields.pc_media_id, fields.alt, fields.hidden],
	});
	return row !== null;
}

export async function updateView(tx: Tx, fields: ViewFields): Promise<void> {
	await tx.query({
		text: `update view_page set media_id = $2, pc_media_id = $3, alt = $4, hidden_at = ${hiddenAt('$5')},
			version = version + 1 where view_id = $1`,
		values: [fields.view_id, fields.media_id, fields.pc_media_id, fields.alt, fields.hidden],
	});
}
