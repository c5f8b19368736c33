/** Banners, pop-ups and picture pages in the hands of operators. */
import type { consoleBanner, consolePopUp, consoleView } from '#contract/operator/site/content.ts';
import type * as z from 'zod/mini';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { changeThing } from '#server/audit-trail/edit.ts';
import * as sql from './content-sql.ts';

export async function listBanners(db: Db): Promise<z.output<typeof consoleBanner>[]> {
	return (await sql.selectAll<sql.BannerRow>(db, sql.banners)).map(withPictures);
}

export async function listPopUps(db: Db): Promise<z.output<typeof consolePopUp>[]> {
	const rows = await sql.selectAll<sql.PopUpRow>(db, sql.popUps);
	return rows.map((row) => ({ ...row, picture: presentPicture(row.media_id) }));
}

export async function listViews(db: Db): Promise<z.output<typeof consoleView>[]> {
	return (await sql.selectAll<sql.ViewRow>(db, sql.views)).map(withPictures);
}

function withPictures<Row extends { media_id: string; pc_media_id: string }>(row: Row) {
	return { ...row, picture: presentPicture(row.media_id), pc_picture: presentPicture(row.pc_media_id) };
}

/** What is checked in every input. */
interface Shown {
	media_id: string;
	pc_media_id?: string;
	starts_local?: string | null;
	ends_local?: string | null;
}

/** Names of the three in the audit trail. */
const nounOf = ({ table }: { table: string }) => (table === 'view_page' ? 'view' : table);

/** @throws {Problem} */
export async function createContent<Fields extends Shown>(
	db: Database,
	actor: Actor,
	content: sql.Content<Fields>,
	fields: Fields,
): Promise<void> {
	await db.transaction(async (tx) => {
		const period = await readPeriod(tx, fields);
		await expectMedia(tx, fields.media_id, fields.pc_media_id ?? null);
		const id = await sql.insertOne(tx, content, fields, period);
		if (id === null) throw new Problem('key_taken');
		const noun = nounOf(content);
		await record(tx, actor, { action: `${noun}.create`, target: `${noun}:${id}`, after: fields });
	});
}

/** @throws {Problem} */
export async function editContent<Fields extends Shown>(
	db: Database,
	actor: Actor,
	content: sql.Content<Fields>,
	{ id, version, fields }: { id: string | number; version: number; fields: Fields },
): Promise<void> {
	const noun = nounOf(content);
	const edit = { action: `${noun}.edit`, target: `${noun}:${id}`, version, missing: 'not_found' } as const;
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id, fields.pc_media_id ?? null);
		await changeThing(tx, actor, edit, {
			read: () => sql.lockOne(tx, content, id),
			async write() {
				const stored = hasPeriod(fields) ? await sql.selectPeriod(tx, content, id) : undefined;
				await sql.updateOne(tx, content, id, { fields, period: await readPeriod(tx, fields, stored) });
			},
		});
	});
}

const hasPeriod = (fields: Shown) => fields.starts_local !== undefined;

/** Times whose text is that of the stored row keep their instants. @throws {Problem} */
async function readPeriod(tx: Tx, fields: Shown, stored?: sql.StoredPeriod): Promise<sql.Period> {
	const { starts_local: starts = null, ends_local: ends = null } = fields;
	const times = await readSiteTimes(tx);
	const keptStart = stored && { local: stored.startsLocal, seconds: stored.starts };
	const starts_at = times.instantOf('starts_local', starts, keptStart);
	const ends_at = times.instantOf('ends_local', ends, stored && { local: stored.endsLocal, seconds: stored.ends });
	if (starts_at && ends_at && ends_at <= starts_at) throw new Problem('period_invalid');
	return { starts_at, ends_at };
}
