/** The site's settings as operators see and change them. */
import type { entryCard } from '#contract/operator/site/content.ts';
import { economy } from '#contract/operator/site/settings.ts';
import * as z from 'zod/mini';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { zoneFault } from '#server/kernel/time-zone.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';
import { applyOrRequestApproval, type Approved, isFarFrom } from '#server/approvals/approvals.ts';
import { readDayAgo, changeThing, expectLatest } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import * as sql from './settings-sql.ts';
import { selectSite } from '../sql.ts';

export interface SettingsDeps {
	db: Database;
	/** Percent by which a price may change in a day without a second operator. */
	changeBound: number;
}

export interface SiteName {
	product: string;
	timezone: string;
	timezone_name: string;
}

export async function readSiteName(db: Db): Promise<SiteName> {
	const { product, timezone, timezone_name } = await selectSite(db);
	return { product, timezone, timezone_name };
}

type Change<Fields> = Fields & { version: number; why: string };

/** Name, contact, links, time zone; sets these, and leaves the others as they are. */
export const changeSettings = (
	db: Database,
	actor: Actor,
	change: Change<
		Omit<sql.SettingsRow, keyof Economy | 'version' | 'content_language'> &
			Partial<Pick<sql.SettingsRow, 'content_language'>>
	>,
): Promise<sql.SettingsRow> => db.transaction((tx) => writeSettings(tx, actor, change));

const economyShape = z.object(economy);
type Economy = z.output<typeof economyShape>;

/** Another currency is large however it is worth. Gives the request for approval where it has to wait for one. */
export function changeEconomy({ db, changeBound }: SettingsDeps, actor: Actor, { why, ...change }: Change<Economy>) {
	return db.transaction(async (tx) => {
		const now = await sql.lockSettings(tx);
		expectLatest(now, { version: change.version, missing: 'not_found' });
		const { ticket2gem_ratio: ratio, currency_name: currency } = await readEconomyADayAgo(tx, now);
		const large = currency !== change.currency_name || isFarFrom(ratio, change.ticket2gem_ratio, changeBound);
		const asked = { kind: 'economy_change', payload: change, large, why, target: 'settings' } as const;
		return applyOrRequestApproval(tx, actor, asked, () => writeSettings(tx, actor, { ...change, why }));
	});
}

async function readEconomyADayAgo(tx: Tx, now: Economy): Promise<Economy> {
	const thing = { target: 'settings', actions: ['settings.edit'], shape: economyShape };
	return (await readDayAgo<Economy>(tx, thing, now)) ?? now;
}

/** Reads the gems per vote of a day ago. Price changes are measured against it. */
export async function readGemsPerVoteADayAgo(tx: Tx): Promise<number> {
	const { ticket2gem_ratio: ratio } = await readEconomyADayAgo(tx, await sql.selectSettings(tx));
	return ratio;
}

const economyChange = z.object({ version: z.int(), ...economy });

export async function performEconomyChange(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	await writeSettings(tx, askedBy, { ...z.parse(economyChange, payload), why, approvalId });
}

const DIFFERS =
	'The database and this server tell different times in this zone. Update the time zone data of the database server';

function writeSettings(
	tx: Tx,
	actor: Actor,
	{ version, why, approvalId, ...given }: Change<Partial<sql.SettingsRow>> & { approvalId?: string },
): Promise<sql.SettingsRow> {
	const edit = { action: 'settings.edit', target: 'settings', version, why, approvalId, missing: 'not_found' } as const;
	return changeThing(tx, actor, edit, {
		read: () => sql.lockSettings(tx),
		async write() {
			const { timezone } = given;
			const fault = timezone === undefined ? null : await zoneFault(tx, timezone);
			if (fault === 'unknown') throw new Problem('timezone_unknown');
			if (fault) throw new Problem('timezone_unknown', { message: DIFFERS });
			await sql.updateSettings(tx, given);
		},
	});
}

export interface EntryCards {
	cards: z.output<typeof entryCard>[];
	version: number;
}

export const readEntryCards = async (db: Db): Promise<EntryCards> => presentCards(await sql.selectCards(db));

export function setEntryCards(db: Database, actor: Actor, { version, cards }: sql.Cards<sql.CardFields>) {
	if (new Set(cards.map(({ main_tab: tab }) => tab)).size < cards.length) throw new Problem('key_taken');
	if (new Set(cards.map(({ rank_name: name }) => name.toLowerCase())).size < cards.length)
		throw new Problem('tab_name_taken');
	const edit = { action: 'entry_cards.edit', target: 'entry_cards', version, missing: 'not_found' } as const;
	return db.transaction(async (tx) => {
		await expectMedia(tx, ...cards.map(({ background_media_id: mediaId }) => mediaId));
		const after = await changeThing(tx, actor, edit, {
			read: () => sql.lockCards(tx),
			async write() {
				if ((await sql.replaceCards(tx, cards)) < cards.length) throw new Problem('ranking_not_found');
			},
		});
		return presentCards(after);
	});
}

const presentCards = ({ cards, version }: sql.Cards): EntryCards => ({
	cards: cards.map((card) => ({ ...card, background: presentPicture(card.background_media_id) })),
	version,
});
