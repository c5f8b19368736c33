/** Banners, pop-ups and picture pages in the hands of operators. */
import type { consoleBanner, consolePopUp, consoleView } from '#contract/operator/site/content.ts';
import type * as z from 'zod/mini';
import type { Database, Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { changeThing } from '#server/audit-trail/edit.ts';
import * as sql from './content-sql.ts';

type Versioned<Fields> = Fields & { version: number };

export async function listBanners(db: Db): Promise<z.output<typeof consoleBanner>[]> {
	return (await sql.selectBanners(db)).map(withPictures);
}

export async function createBanner(db: Database, actor: Actor, fields: sql.BannerFields): Promise<void> {
	expectPeriod(fields);
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id, fields.pc_media_id);
		const target = `banner:${await sql.insertBanner(tx, fields)}`;
		await record(tx, actor, { action: 'banner.create', target, after: fields });
	});
}

export async function editBanner(
	db: Database,
	actor: Actor,
	id: number,
	{ version, ...fields }: Versioned<sql.BannerFields>,
): Promise<void> {
	expectPeriod(fields);
	const deed = { action: 'banner.edit', target: `banner:${id}`, version, missing: 'not_found' } as const;
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id, fields.pc_media_id);
		const read = () => sql.lockBanner(tx, id);
		await changeThing(tx, actor, deed, { read, write: () => sql.updateBanner(tx, id, fields) });
	});
}

export async function listPopUps(db: Db): Promise<z.output<typeof consolePopUp>[]> {
	return (await sql.selectPopUps(db)).map((row) => ({ ...row, picture: presentPicture(row.media_id) }));
}

export async function createPopUp(db: Database, actor: Actor, fields: sql.PopUpFields): Promise<void> {
	expectPeriod(fields);
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id);
		const target = `pop_up:${await sql.insertPopUp(tx, fields)}`;
		await record(tx, actor, { action: 'pop_up.create', target, after: fields });
	});
}

export async function editPopUp(
	db: Database,
	actor: Actor,
	id: string,
	{ version, ...fields }: Versioned<sql.PopUpFields>,
): Promise<void> {
	expectPeriod(fields);
	const deed = { action: 'pop_up.edit', target: `pop_up:${id}`, version, missing: 'not_found' } as const;
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id);
		const read = () => sql.lockPopUp(tx, id);
		await changeThing(tx, actor, deed, { read, write: () => sql.updatePopUp(tx, id, fields) });
	});
}

export async function listViews(db: Db): Promise<z.output<typeof consoleView>[]> {
	return (await sql.selectViews(db)).map(withPictures);
}

export async function createView(db: Database, actor: Actor, fields: sql.ViewFields): Promise<void> {
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id, fields.pc_media_id);
		if (!(await sql.insertView(tx, fields))) throw new Problem('key_taken');
		await record(tx, actor, { action: 'view.create', target: `view:${fields.view_id}`, after: fields });
	});
}

export async function editView(
	db: Database,
	actor: Actor,
	{ version, ...fields }: Versioned<sql.ViewFields>,
): Promise<void> {
	const deed = { action: 'view.edit', target: `view:${fields.view_id}`, version, missing: 'not_found' } as const;
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id, fields.pc_media_id);
		const read = () => sql.lockView(tx, fields.view_id);
		await changeThing(tx, actor, deed, { read, write: () => sql.updateView(tx, fields) });
	});
}

// Texts of this form sort as their times do.
function expectPeriod({
	starts_local: start,
	ends_local: end,
}: {
	starts_local: string | null;
	ends_local: string | null;
}) {
	if (start !== null && end !== null && end <= start) throw new Problem('period_invalid');
}

function withPictures<Row extends { media_id: string; pc_media_id: string }>(row: Row) {
	return { ...row, picture: presentPicture(row.media_id), pc_picture: presentPicture(row.pc_media_id) };
}
