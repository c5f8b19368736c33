/** Statements of operators on settings and vote entry cards. Rows are in the contract's names already. */
import type { entryCard } from '#contract/operator/site/content.ts';
import type { readSettings } from '#contract/operator/site/settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type * as z from 'zod/mini';
import { one, type Db, type Tx } from '#server/kernel/database.ts';

export type SettingsRow = ReplyOf<typeof readSettings>['settings'];

const SETTINGS = `product, contact_mail, social_links, timezone, timezone_name, ticket2gem_ratio, currency_name,
	currency_symbol, content_language, version`;

export function selectSettings(db: Db): Promise<SettingsRow> {
	return one<SettingsRow>(db, { text: `select ${SETTINGS} from site_setting` });
}

/** Holds all settings until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<SettingsRow> {
	return one<SettingsRow>(tx, { text: `select ${SETTINGS} from site_setting for update` });
}

/** Sets the given ones only. */
export async function updateSettings(tx: Tx, given: Partial<SettingsRow>): Promise<void> {
	await tx.query({
		text: `update site_setting set product = coalesce($1, product), contact_mail = coalesce($2, contact_mail),
			social_links = coalesce($3, social_links), timezone = coalesce($4, timezone),
			timezone_name = coalesce($5, timezone_name), ticket2gem_ratio = coalesce($6, ticket2gem_ratio),
			currency_name = coalesce($7, currency_name), currency_symbol = coalesce($8, currency_symbol),
			content_language = coalesce($9, content_language), version = version + 1`,
		values: [
			given.product,
			given.contact_mail,
			given.social_links && JSON.stringify(given.social_links),
			given.timezone,
			given.timezone_name,
			given.ticket2gem_ratio,
			given.currency_name,
			given.currency_symbol,
			given.content_language,
		],
	});
}

export async function selectTimezoneExists(db: Db, timezone: string): Promise<boolean> {
	const { exists } = await one<{ exists: boolean }>(db, {
		text: 'select exists (select from pg_timezone_names where name = $1) as exists',
		values: [timezone],
	});
	return exists;
}

type StoredCard = Omit<z.output<typeof entryCard>, 'background'>;
export type CardFields = Omit<StoredCard, 'ranking_type'>;

export interface Cards<Card = StoredCard> {
	cards: Card[];
	version: number;
}

/** Locks the settings, whose version counts. */
export async function lockCards(tx: Tx): Promise<Cards> {
	await lockSettings(tx);
	return selectCards(tx);
}

export async function selectCards(db: Db): Promise<Cards> {
	const cards = await db.query<StoredCard>({
		text: `select main_tab, ranking_key, ranking_type, rank_name, background_media_id
			from rank_entry_config join ranking using (ranking_id) order by position`,
	});
	const { version } = await one<{ version: number }>(db, {
		text: 'select entry_cards_version as version from site_setting',
	});
	return { cards, version };
}

/** Keeps the rankings from being deleted until the transaction ends. Waits for whoever deletes one. */
async function holdRankings(tx: Tx, keys: readonly string[]): Promise<void> {
	await tx.query({ text: 'select from ranking where ranking_key = any($1) for key share', values: [keys] });
}

/** Gives how many of the rankings there are. */
export async function replaceCards(tx: Tx, cards: readonly CardFields[]): Promise<number> {
	const keys = cards.map(({ ranking_key: key }) => key);
	await holdRankings(tx, keys);
	await tx.query({ text: 'delete from rank_entry_config' });
	const made = await tx.query({
		text: `insert into rank_entry_config (position, main_tab, ranking_id, rank_name, background_media_id)
			select card.position, main_tab, ranking_id, rank_name, background_media_id
			from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
				as card (main_tab, ranking_key, rank_name, background_media_id, position)
			join ranking using (ranking_key) returning main_tab`,
		values: [
			cards.map(({ main_tab: tab }) => tab),
			keys,
			cards.map(({ rank_name: name }) => name),
			cards.map(({ background_media_id: media }) => media),
		],
	});
	await tx.query({ text: 'update site_setting set entry_cards_version = entry_cards_version + 1' });
	return made.length;
}
