/** Artists whom operators hid after a ranking: its result keeps them, and says that they have no page. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/sql.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

const site = beforeTests(openSite);
let contest: Contest;

interface Listed {
	artist_id: number;
	hidden?: boolean;
}

beforeAll(async () => {
	contest = await aContest(site.owner, 'past', { startsIn: -20, endsIn: -10, type: 'birthday' });
	await sql`update artist set hidden_at = now() where artist_id = ${contest.artistIds[0]}`.run(site.owner);
});

describe.each(['while it is provisional', 'once it is certified'])('a result %s', (when) => {
	beforeAll(async () => {
		if (when.includes('certified')) await closeAndCertify(site.owner);
	});

	it('lists everybody, and says who is hidden', async () => {
		const detail = await site.ask({ path: '/rankings/detail?ranking_key=past' });
		const profile = await site.ask({ path: '/rankings/ended-rankings-profile?ranking_type=birthday' });
		const lists: Listed[][] = [
			(detail.body.data as { artist_list: Listed[] }).artist_list,
			(profile.body.data as { list: { top_artists: Listed[] }[] }).list[0]?.top_artists ?? [],
		];
		for (const list of lists) {
			expect(list.length).toBeGreaterThanOrEqual(3);
			for (const { artist_id, hidden } of list)
				expect(hidden, String(artist_id)).toBe(artist_id === contest.artistIds[0] ? true : undefined);
		}
		const page = await site.app.inject({ url: `/api/v1/artists/detail/${contest.artistIds[0]}` });
		expect(page.statusCode).toBe(404);
	});
});
