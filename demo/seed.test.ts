import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { languages } from '#contract/values/languages.ts';
import { MEDIA_WIDTHS } from '#server/media/names.ts';
import type { MediaStore } from '#server/media/store.ts';
import { openVoterSecrets } from '#public-log/server/fans/voters.ts';
import { logTag } from '#public-log/server/public-log.ts';
import { expectBooksToBalance } from '../tests/fixtures/audit/books.ts';
import { breakRows } from '../tests/fixtures/database/broken-rows.ts';
import { ownDatabase } from '../tests/fixtures/database/database.ts';
import { seed } from './seed.ts';

/** Says that it has every picture, so that none is encoded. */
const fullStore: MediaStore = {
	list: async () => MEDIA_WIDTHS.map((width) => ({ width, format: 'webp' as const })),
	read: async () => null,
	write: async () => undefined,
	remove: async () => undefined,
};

const world = ownDatabase();
const now = new Date('2026-11-21T06:00:00Z');
const voterSecrets = openVoterSecrets(randomBytes(32));

const count = async (from: string) => {
	const [row] = await world.owner.query<{ rows: number }>({ text: `select count(*) as rows from ${from}` });
	return row?.rows;
};

it('leaves nothing behind when it fails on the way', async () => {
	const mend = await breakRows(world, 'insert on wallet', 'true');
	await expect(seed(world.owner, fullStore, { now, voterSecrets })).rejects.toThrow('a fault of ours');
	expect(await count('artist')).toBe(0);
	expect(await count('fan')).toBe(0);
	await mend();
});

it('fills an empty database with books that balance', async () => {
	await seed(world.db, fullStore, { now, voterSecrets });
	const report = await expectBooksToBalance(world.owner);
	expect(report.votes).toBeGreaterThan(20_000);
	expect(await count(`artist where kind = 'solo'`)).toBeGreaterThanOrEqual(60);
	expect(await count(`artist where kind = 'song'`)).toBeGreaterThanOrEqual(24);
	expect(await count(`ranking where ends_at <= '2026-11-21T06:00:00Z'`)).toBe(5);
	expect(await count('ranking_result')).toBe(5);
	expect(await count('news')).toBeGreaterThanOrEqual(36);
	expect(
		await count(`news join news_category using (category_id) where key = 'video' and content_html !~ '<video '`),
	).toBe(0);
	expect(await count('rank_entry_config')).toBe(3);
	expect(await count(`pop_up where '2026-11-21T06:00:00Z' between starts_at and ends_at`)).toBe(1);
});

it('gives each person the gems that they are there to show', async () => {
	const rows = await world.owner.query<{ subject: string; earned: number }>({
		text: `select subject, earned from wallet join fan_identity using (fan_id)
			where subject in ('midnight-seat', 'no-gems', 'few-gems', 'second-device', 'many-gems', 'night-bus')`,
	});
	expect(Object.fromEntries(rows.map(({ subject, earned }) => [subject, earned]))).toEqual({
		'midnight-seat': 12_480,
		'no-gems': 0,
		'few-gems': 5,
		'second-device': 100,
		'many-gems': 1_000_000,
		'night-bus': 2_400,
	});
	expect(await count('ledger_entry where earned_after < 0')).toBe(0);
});

it('is translated into every language of the site, with nothing left to fill in', async () => {
	const rows = await world.owner.query<{ language: string; subject: string; text: string }>({
		text: `select language, subject, title || text_raw as text from translation
			where subject <> 'ranking' or subject_id = 'monthly-2026-11'`,
	});
	const { en: _, ...others } = languages;
	expect(new Set(rows.map(({ language }) => language))).toEqual(new Set(Object.keys(others)));
	expect(rows.filter(({ text }) => text === '' || /[{}]|undefined|Invalid/.test(text))).toEqual([]);
	const perLanguage = Object.keys(others).map((one) => rows.filter(({ language }) => language === one).length);
	expect(new Set(perLanguage)).toEqual(new Set([14]));
	expect(rows).toContainEqual({ language: 'ko', subject: 'ranking', text: '2026년 11월 월간 차트' });
	expect(rows).toContainEqual({ language: 'es', subject: 'entry_card', text: 'Nacidos en noviembre y diciembre' });
});

it('lists every vote under the tag by which its fan finds it', async () => {
	const batches = await world.owner.query<{ id: number; leaves: Buffer }>({
		text: 'select batch_id as id, leaves from log_batch',
	});
	const leaves = new Map(batches.map((batch) => [batch.id, batch.leaves.toString('latin1')]));
	const votes = await world.owner.query<{ ranking: string; key: string; batchId: number }>({
		text: 'select ranking_key as ranking, idempotency_key as key, batch_id as "batchId" from vote join ranking using (ranking_id)',
	});
	expect(votes.length).toBeGreaterThan(20_000);
	const unlisted = votes.filter(({ ranking, key, batchId }) => !leaves.get(batchId)?.includes(logTag(ranking, key)));
	expect(unlisted).toEqual([]);
});

it('leads the running month by the numbers of its leaders', async () => {
	const rows = await world.owner.query<{ name: string; tickets: number }>({
		text: `select en_name as name, tickets from tally join artist using (artist_id) join ranking using (ranking_id)
			where ranking_key = 'monthly-2026-11' order by tickets desc limit 2`,
	});
	expect(rows).toEqual([
		{ name: 'Yeoreum Baek', tickets: 1_284_932 },
		{ name: 'Jiwoon Pyo', tickets: 1_241_608 },
	]);
});
