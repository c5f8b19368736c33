/** Shared responses are built once, compressed once, and not sent again to clients that have them. */
import { describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/sql.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
const contest = beforeTests(() => aContest(site.owner, 'november', { tab: 'solo' }));
const artistId = () => contest.artistIds[0] ?? 0;

const paths = () => [
	'/configurations/site',
	'/configurations/banners',
	`/artists/detail/${artistId()}`,
	'/news/latest-list',
];

describe('reads that everybody shares', () => {
	it('are packed, tagged, and answered with nothing when nothing is new', async () => {
		for (const path of paths()) {
			const whole = await site.ask({ path });
			expect([path, whole.status]).toEqual([path, 200]);
			expect(whole.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+$/);
			const packed = await site.app.inject({ url: `/api/v1${path}`, headers: { 'accept-encoding': 'br' } });
			expect([path, packed.headers['content-encoding'], packed.headers.vary]).toEqual([path, 'br', 'accept-encoding']);
			const etag = String(whole.headers.etag);
			const again = await site.ask({ path, headers: { 'if-none-match': etag } });
			expect([path, again.status, again.text]).toEqual([path, 304, '']);
		}
	});

	it('say at once what has changed, also to many who ask together', async () => {
		const path = `/artists/detail/${artistId()}`;
		const before = await site.ask({ path });
		await sql`update artist set en_name = ${'Renamed'} where artist_id = ${artistId()}`.run(site.owner);
		const answers = await Promise.all(Array.from({ length: 50 }, () => site.ask({ path })));
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		expect(answers[0]?.text).toContain('Renamed');
		expect(answers[0]?.headers.etag).not.toBe(before.headers.etag);
	});

	it('refuse what is not there, each request by itself', async () => {
		const answers = await Promise.all([1, 2, 3].map(() => site.ask({ path: '/artists/detail/999999' })));
		expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
			answers.map(() => [404, 'artist_not_found']),
		);
	});
});
