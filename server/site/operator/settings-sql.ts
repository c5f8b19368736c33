/** Statements of operators on settings and vote entry cards. Rows are in the contract's names already. */
import type { entryCard } from '#contract/operator/site/content.ts';
import type { readSettings } from '#contract/operator/site/settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type * as z from 'zod/mini';
import { type Db, type Tx, set, sql } from '#server/kernel/database.ts';

export type SettingsRow = ReplyOf<typeof readSettings>['settings'];

const SETTINGS = sql`product, contact_mail, social_links, timezone, timezone_name, ticket2gem_ratio, currency_name,
	currency_symbol, content_language, version`;

export const selectSettings = (db: Db): Promise<SettingsRow> => sql`select ${SETTINGS} from site_setting`.one(db);

export const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
	sql`select ${SETTINGS} from site_setting for update`.one(tx);

export function updateSettings(tx: Tx, { social_links: links, ...given }: Partial<SettingsRow>): Promise<void> {
	const columns = { ...given, social_links: links && JSON.stringify(links), version: undefined };
	return sql`update site_setting set ${set(columns)}, version = version + 1`.run(tx);
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
	const cards = await sql`select main_tab, ranking_key, ranking_type, rank_name, background_media_id
		from rank_entry_config join ranking using (ranking_id) order by position`.all<StoredCard>(db);
	const { version } = await sql`select entry_cards_version as version from site_setting`.one<{ version: number }>(db);
	return { cards, version };
}

/** Keeps the rankings from being deleted until the transaction ends. Waits for whoever deletes one. */
const holdRankings = (tx: Tx, keys: readonly string[]): Promise<void> =>
	sql`select from ranking where ranking_key = any(${keys}) for key share`.run(tx);

/** Gives how many of the rankings there are. */
export async function replaceCards(tx: Tx, cards: readonly CardFields[]): Promise<number> {
	await holdRankings(
		tx,
		cards.map(({ ranking_key: key }) => key),
	);
	await sql`delete from rank_entry_config`.run(tx);
	const rows = cards.map((card, position) => ({ ...card, position: position + 1 }));
	const made = await sql`insert into rank_entry_config (position, main_tab, ranking_id, rank_name, background_media_id)
		select position, main_tab, ranking_id, rank_name, background_media_id
		from jsonb_to_recordset(${JSON.stringify(rows)}) as card (main_tab text, ranking_key text, rank_name text,
			background_media_id text, position integer)
		join ranking using (ranking_key) returning main_tab`.all(tx);
	await sql`delete from translation where subject = 'entry_card'
		and subject_id not in (select main_tab from rank_entry_config)`.run(tx);
	await sql`update site_setting set entry_cards_version = entry_cards_version + 1`.run(tx);
	return made.length;
}
