/** The site's settings as operators see and change them. */
import type { entryCard } from '#contract/operator/site/content.ts';
import { economy, type readSettings } from '#contract/operator/site/settings.ts';
import * as z from 'zod/mini';
import { type Db, type Tx, set, sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { nameInDatabase, zoneFault } from '#server/kernel/time-zone.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';
import { applyOrRequestApproval, type Approved, isFarFrom } from '#server/approvals/approvals.ts';
import { readDayAgo, changeThing, expectLatest, type Grounds } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

export interface SettingsDeps {
	/** Percent by which a price may change in a day without a second operator. */
	changeBound: number;
}

type Change<Fields> = Fields & { version: number; why: string };

const economyShape = z.object(economy);
type Economy = z.output<typeof economyShape>;

/** Another currency is large however it is worth. Gives the request for approval where it has to wait for one. */
export async function changeEconomy(tx: Tx, actor: Actor, { why, ...change }: Change<Economy>, changeBound: number) {
	const now = await lockSettings(tx);
	expectLatest(now, { version: change.version, missing: 'not_found' });
	const { ticket2gem_ratio: ratio, currency_name: currency } = await readEconomyADayAgo(tx, now);
	const large = currency !== change.currency_name || isFarFrom(ratio, change.ticket2gem_ratio, changeBound);
	const asked = { kind: 'economy_change', payload: change, large, why, target: 'settings' } as const;
	return applyOrRequestApproval(tx, actor, asked, () => writeSettings(tx, actor, { ...change, why }));
}

async function readEconomyADayAgo(tx: Tx, now: Economy): Promise<Economy> {
	const thing = { target: 'settings', actions: ['settings.edit'], shape: economyShape };
	return (await readDayAgo<Economy>(tx, thing, now)) ?? now;
}

/** Reads the gems per vote of a day ago. Price changes are measured against it. */
export async function readGemsPerVoteADayAgo(tx: Tx): Promise<number> {
	const { ticket2gem_ratio: ratio } = await readEconomyADayAgo(tx, await selectSettings(tx));
	return ratio;
}

const economyChange = z.object({ version: z.int(), ...economy });

export async function performEconomyChange(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	await writeSettings(tx, askedBy, { ...z.parse(economyChange, payload), why, approvalId });
}

const DIFFERS =
	'The database and this server tell different times in this zone. Update the time zone data of the database server';

/** Sets these, and leaves the others as they are. */
export function writeSettings(
	tx: Tx,
	actor: Actor,
	{ version, why, approvalId, ...given }: Change<Partial<SettingsRow>> & { approvalId?: string },
): Promise<SettingsRow> {
	const edit = { action: 'settings.edit', target: 'settings', version, why, approvalId, missing: 'not_found' } as const;
	return changeThing(tx, actor, edit, {
		read: () => lockSettings(tx),
		async write() {
			const timezone = given.timezone === undefined ? undefined : await nameInDatabase(tx, given.timezone);
			const fault = timezone && (await zoneFault(tx, timezone));
			if (timezone === null || fault === 'unknown') throw new Problem('timezone_unknown');
			if (fault) throw new Problem('timezone_unknown', { message: DIFFERS });
			const links = given.social_links && JSON.stringify(given.social_links);
			const columns = set({ ...given, timezone, social_links: links });
			await sql`update site_setting set ${columns}, version = version + 1`.run(tx);
		},
	});
}

export const readEntryCards = async (db: Db) => presentCards(await selectCards(db));

export async function setEntryCards(tx: Tx, actor: Actor, { version, cards }: Cards<CardFields>) {
	if (new Set(cards.map(({ main_tab: tab }) => tab)).size < cards.length) throw new Problem('key_taken');
	if (new Set(cards.map(({ rank_name: name }) => name.toLowerCase())).size < cards.length)
		throw new Problem('tab_name_taken');
	await expectMedia(tx, ...cards.map(({ background_media_id: mediaId }) => mediaId));
	return presentCards(await changeCards(tx, actor, { version, cards }));
}

/** Of a ranking that is over. A monthly card shows the next month and stays. Nothing if there is no card. */
export async function removeEntryCard(tx: Tx, actor: Actor, rankingKey: string, grounds: Grounds): Promise<void> {
	const { version, cards } = await lockCards(tx);
	const left = cards.filter((card) => card.ranking_key !== rankingKey || card.ranking_type === 'monthly');
	if (left.length < cards.length) await changeCards(tx, actor, { ...grounds, version, cards: left });
}

function changeCards(tx: Tx, actor: Actor, { cards, ...change }: Cards<CardFields> & Grounds): Promise<Cards> {
	const edit = { action: 'entry_cards.edit', target: 'entry_cards', missing: 'not_found', ...change } as const;
	return changeThing(tx, actor, edit, {
		read: () => lockCards(tx),
		async write() {
			if ((await replaceCards(tx, cards)) < cards.length) throw new Problem('ranking_not_found');
		},
	});
}

const presentCards = ({ cards, version }: Cards) => ({
	cards: cards.map((card) => ({ ...card, background: presentPicture(card.background_media_id) })),
	version,
});

type SettingsRow = ReplyOf<typeof readSettings>['settings'];

const SETTINGS = sql`product, contact_mail, social_links, timezone, timezone_name, ticket2gem_ratio, currency_name,
	currency_symbol, content_language, version`;

export const selectSettings = (db: Db): Promise<SettingsRow> => sql`select ${SETTINGS} from site_setting`.one(db);

const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
	sql`select ${SETTINGS} from site_setting for update`.one(tx);

type StoredCard = Omit<z.output<typeof entryCard>, 'background'>;
type CardFields = Omit<StoredCard, 'ranking_type'>;

interface Cards<Card = StoredCard> {
	cards: Card[];
	version: number;
}

/** Locks the settings, whose version counts. */
async function lockCards(tx: Tx): Promise<Cards> {
	await lockSettings(tx);
	return selectCards(tx);
}

async function selectCards(db: Db): Promise<Cards> {
	const cards = await sql`select main_tab, ranking_key, ranking_type, rank_name, background_media_id
		from rank_entry_config join ranking using (ranking_id) order by position`.all<StoredCard>(db);
	const { version } = await sql`select entry_cards_version as version from site_setting`.one<{ version: number }>(db);
	return { cards, version };
}

/** Gives how many of the rankings there are. */
async function replaceCards(tx: Tx, cards: readonly CardFields[]): Promise<number> {
	const keys = cards.map(({ ranking_key: key }) => key);
	// Keeps the rankings from being deleted until the transaction ends. Waits for whoever deletes one.
	await sql`select from ranking where ranking_key = any(${keys}) for key share`.run(tx);
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
