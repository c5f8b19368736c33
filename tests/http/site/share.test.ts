/** Share pictures: what pages name in their heads, what comes from there, and what nobody can make the server draw. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBoards } from '#server/rankings/charts/boards.ts';
import { openSharePictures } from '#server/share/pictures.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';

beforeAll(() => buildWhenStale());
const site = beforeTests(openSite);
const contest = beforeTests(() => aContest(site.owner, 'november', { tab: 'solo' }));
const artistId = () => contest.artistIds[0] ?? 0;

const get = (url: string) => site.app.inject({ url });

async function tagsOf(url: string): Promise<Map<string, string>> {
	const { body } = await get(url);
	const tags = body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g);
	return new Map(Array.from(tags, ([, name = '', content = '']) => [name, content.replaceAll('&amp;', '&')]));
}

const pictureOf = async (url: string) =>
	new URL((await tagsOf(url)).get('og:image') ?? 'http://localhost/none').pathname;

describe('the head of a page', () => {
	it('names a PNG of 1200 by 630 pixels, which may be cached for ever', async () => {
		const tags = await tagsOf(`/artist/${artistId()}`);
		expect(Object.fromEntries(tags)).toMatchObject({
			'og:image': expect.stringMatching(/^http:\/\/localhost:3000\/share\/artist\/\d+\.en\.[0-9a-f]{16}\.png$/),
			'og:image:width': '1200',
			'og:image:height': '630',
			'og:image:type': 'image/png',
			'twitter:card': 'summary_large_image',
			'twitter:image': tags.get('og:image'),
		});
		const response = await get(await pictureOf(`/artist/${artistId()}`));
		expect(response.headers).toMatchObject({
			'content-type': 'image/png',
			'cache-control': 'public, max-age=31536000, immutable',
		});
		expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
	});

	it('names the picture of a vote or a result where the address speaks of one, in the language of who shared it', async () => {
		await aContest(site.owner, 'october', { startsIn: -40, endsIn: -5 });
		for (const [address, picture] of [
			[`/artist/${artistId()}?voted=november&share=ko`, /^\/share\/vote\/november\.\d+\.ko\./],
			[`/leader-board?main_tab=solo&voted=${artistId()}`, /^\/share\/vote\/november\./],
			['/leader-board?main_tab=solo&sub_tab=champion&ended=october', /^\/share\/chart\/october\./],
		] as const) {
			expect(await pictureOf(address)).toMatch(picture);
			expect((await tagsOf(address)).get('og:url')).toBe(`http://localhost:3000${address}`);
		}
	});

	it('keeps the usual picture where that vote cannot be', async () => {
		for (const [address, picture] of [
			[`/artist/${artistId()}?voted=nowhere`, /^\/share\/artist\//],
			['/leader-board?voted=999999', /^\/share\/chart\/november\./],
			['/leader-board?voted=%00', /^\/share\/chart\/november\./],
			['/leader-board?ended=nowhere', /^\/share\/chart\/november\./],
			['/', /^\/share\/site\//],
			['/store', /^\/none$/],
		] as const) {
			expect([address, await pictureOf(address)]).toEqual([address, expect.stringMatching(picture)]);
		}
	});
});

describe('a picture', () => {
	it('is the present one at an address with a made-up version, kept for a minute only', async () => {
		const present = await get(await pictureOf('/leader-board'));
		const madeUp = await get('/share/chart/november.en.0123456789abcdef.png');
		expect(madeUp.headers['cache-control']).toBe('public, max-age=60');
		expect(madeUp.rawPayload.equals(present.rawPayload)).toBe(true);
	});

	const nowhere = `artist/999999.en.0123456789abcdef.png artist/1.xx.0123456789abcdef.png
		artist/01.en.0123456789abcdef.png artist/1.en.0123456789ABCDEF.png artist/1.en.0123456789abcdef.svg
		vote/november.999999.en.0123456789abcdef.png vote/november.en.0123456789abcdef.png
		chart/nowhere.en.0123456789abcdef.png news/1.en.0123456789abcdef.png
		constructor/1.en.0123456789abcdef.png site/other.en.0123456789abcdef.png artist/1.en..png`;
	it.each(nowhere.split(/\s+/))('does not exist at /share/%s', async (name) => {
		expect((await get(`/share/${name}`)).statusCode).toBe(404);
	});
});

it('is drawn one after the other, once for all who ask; when too many wait, others get the picture of the site', async () => {
	const started: string[] = [];
	let finish: () => void = () => undefined;
	const finished = new Promise<void>((resolve) => (finish = resolve));
	const share = openSharePictures({
		boards: openBoards(site),
		async draw(facts, language) {
			started.push(`${facts.kind} ${language}`);
			await finished;
			return Buffer.from(`${facts.kind} ${language}`);
		},
	});
	const crowd = await aContest(site.owner, 'crowd', {
		artists: Array.from({ length: 30 }, (_, index) => `Singer ${index}`),
	});
	const read = (id: number) =>
		share.read(site.db, { subject: { kind: 'vote', rankingKey: 'crowd', artistId: id }, language: 'en', version: '' });
	const first = crowd.artistIds[0] ?? 0;
	// With their facts known, all requests are at the same point when the first picture is begun.
	for (const id of crowd.artistIds) {
		await share.addressOf(site.db, { kind: 'vote', rankingKey: 'crowd', artistId: id }, 'en');
	}
	const pictures = Promise.all([first, first, first, ...crowd.artistIds.slice(1)].map(read));
	await expect.poll(() => started).toEqual(['vote en']);
	finish();
	const own = (await pictures).map((picture) => picture?.own);
	expect(own.filter((yes) => yes)).toHaveLength(22);
	expect(own.filter((yes) => !yes)).toHaveLength(10);
	expect(started.filter((drawn) => drawn === 'vote en')).toHaveLength(20);
	expect(started.filter((drawn) => drawn === 'site en')).toHaveLength(1);
});

describe('pictures that one client asks for without an end', () => {
	async function aShare() {
		const share = openSharePictures({ boards: openBoards(site), draw: async () => Buffer.from('a picture') });
		const key = `flood-${crypto.randomUUID().slice(0, 8)}`;
		const artists = Array.from({ length: 30 }, (_, index) => `Singer ${index}`);
		const { artistIds } = await aContest(site.owner, key, { artists });
		const languages = ['en', 'ko', 'ja', 'th'] as const;
		const subjects = artistIds.map((id) => ({ kind: 'vote' as const, rankingKey: key, artistId: id }));
		const wanted = subjects.flatMap((subject) => languages.map((language) => ({ subject, language, version: '' })));
		/** How many of these are drawn for an address. */
		const drawnOf = async (some: typeof wanted, address: (index: number) => string) => {
			let own = 0;
			for (const [index, each] of some.entries()) {
				if ((await share.read(site.db, each, address(index)))?.own) own += 1;
			}
			return own;
		};
		return { wanted, drawnOf };
	}

	it.each(['203.0.113.7', '2001:db8:0:7::'])('leave enough for the links of everybody else: %s', async (network) => {
		const { wanted, drawnOf } = await aShare();
		const client = (index: number) => (network.includes(':') ? `${network}${index.toString(16)}` : network);
		// One that reads links for many has more than the part of a client.
		const own = await drawnOf(wanted.slice(0, 100), client);
		expect(own).toBeGreaterThan(40);
		expect(own).toBeLessThan(60);
		expect(await drawnOf(wanted.slice(100, 105), () => '198.51.100.1')).toBe(5);
	});
});
