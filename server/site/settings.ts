/** The site's settings as operators see and change them. */
import type { entryCard } from '#contract/operator/site.ts';
import type * as z from 'zod/mini';
import { sanitizeHtml } from '#server/content/html.ts';
import type { Database, Db } from '#server/db/pool.ts';
import { Problem } from '#server/http/problem.ts';
import { expectMedia, presentPicture } from '#server/media/uploads.ts';
import type { Actor } from '#server/operators/audit-trail.ts';
import { changeThing } from '#server/operators/edit.ts';
import * as sql from './settings-sql.ts';
import { selectSite } from './sql.ts';

export interface SiteName {
	product: string;
	timezone: string;
	timezone_name: string;
}

export async function readSiteName(db: Db): Promise<SiteName> {
	const { product, timezone, timezoneName } = await selectSite(db);
	return { product, timezone, timezone_name: timezoneName };
}

export const readSettings = (db: Db): Promise<sql.SettingsRow> => sql.selectSettings(db);

type Change<Fields> = Fields & { version: number; why?: string };

/** Sets the given fields, and leaves the others as they are. */
export function changeSettings(
	db: Database,
	actor: Actor,
	{ version, why, ...given }: Change<Partial<sql.SettingsRow>>,
): Promise<sql.SettingsRow> {
	const deed = { action: 'settings.edit', target: 'settings', version, why, missing: 'not_found' } as const;
	return db.transaction((tx) =>
		changeThing(tx, actor, deed, {
			read: () => sql.lockSettings(tx),
			async write() {
				const { timezone } = given;
				const exists = timezone === undefined || (await sql.selectTimezoneExists(tx, timezone));
				if (!exists) throw new Problem('timezone_unknown');
				await sql.updateSettings(tx, given);
			},
		}),
	);
}

export interface EntryCards {
	cards: z.output<typeof entryCard>[];
	version: number;
}

export async function readEntryCards(db: Db): Promise<EntryCards> {
	return presentCards(await sql.selectCards(db));
}

/** All cards at once: their order is part of what was meant. */
export function setEntryCards(db: Database, actor: Actor, { version, cards }: sql.Cards): Promise<EntryCards> {
	if (new Set(cards.map(({ main_tab: tab }) => tab)).size < cards.length) throw new Problem('key_taken');
	const deed = { action: 'entry_cards.edit', target: 'entry_cards', version, missing: 'not_found' } as const;
	return db.transaction(async (tx) => {
		await expectMedia(tx, ...cards.map(({ background_media_id: mediaId }) => mediaId));
		const after = await changeThing(tx, actor, deed, {
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

export const readCheckIn = (db: Db): Promise<sql.CheckInRow> => sql.selectCheckIn(db);

export function changeRule(
	db: Database,
	actor: Actor,
	{ version, rule_raw: raw }: { version: number; rule_raw: string },
): Promise<sql.CheckInRow> {
	const deed = { action: 'check_in.edit_rule', target: 'check_in', version, missing: 'not_found' } as const;
	return db.transaction((tx) =>
		changeThing(tx, actor, deed, {
			read: () => sql.lockCheckIn(tx),
			write: () => sql.updateRule(tx, raw, sanitizeHtml(raw).html),
		}),
	);
}

/** What was claimed stays claimed; the new rewards count from the next claim on. */
export function changeRewards(
	db: Database,
	actor: Actor,
	change: Change<Pick<sql.CheckInRow, 'rewards' | 'restarts_after_miss'>>,
): Promise<sql.CheckInRow> {
	const { version, why, rewards, restarts_after_miss: restarts } = change;
	const deed = { action: 'check_in.edit_rewards', target: 'check_in', version, why, missing: 'not_found' } as const;
	return db.transaction((tx) =>
		changeThing(tx, actor, deed, {
			read: () => sql.lockCheckIn(tx),
			write: () => sql.updateRewards(tx, rewards, restarts),
		}),
	);
}
