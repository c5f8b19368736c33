import { beforeAll, describe, expect, test } from 'vitest';
import { copyAvatar } from '#server/accounts/avatars/avatars.ts';
import { openPictures } from '#server/storage.ts';
import type { JobPayloads } from '#server/jobs/jobs.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';

let pictures: string;
const told: string[] = [];

const site = beforeTests(openSiteWithSignOn);
beforeAll(async () => {
	pictures = `${new URL(site.emulator.issuers.google).origin}/pictures`;
});

describe('the avatar of a fan', () => {
	test('is asked for by a sign-in, and copied with its fan’s key', async () => {
		await aBrowser(site).signIn('google', { person: 'new-fan' });
		const jobs = await site.owner.query<{ payload: JobPayloads['copy_avatar'] }>({
			text: `select payload from graphile_worker._private_jobs`,
		});
		expect(jobs.map(({ payload }) => payload)).toEqual([
			{
				fanId: expect.any(Number),
				provider: 'google',
				pictureUrl: `${pictures}/new-fan.png`,
			},
		]);
	});

	test('is served by the site, never by the provider', async () => {
		const fan = await aPerson(site.owner, 'pictured');
		await copy(fan, `${pictures}/pictured.png`);
		const address = await avatarOf(fan);
		expect(address).toMatch(/^\/media\/[0-9a-f]{32}\/320\.webp$/);
		const picture = await site.app.inject(String(address));
		expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
	});

	test.each([
		['of a host that is not the provider’s', 'https://pictures.example/a.png'],
		['that is no picture', null],
	])('stays as it was for an address %s', async (_, address) => {
		const fan = await aPerson(site.owner, 'unpictured');
		const issuer = new URL(site.emulator.issuers.google);
		await copy(fan, address ?? `${issuer.href}/.well-known/openid-configuration`);
		expect(await avatarOf(fan)).toBeNull();
		expect(told.at(-1)).toContain(`avatar of fan ${fan.fanId} not copied`);
	});
});

function copy({ fanId }: Person, pictureUrl: string): Promise<void> {
	const { db, config } = site;
	const handle = copyAvatar({
		db,
		config,
		media: openPictures(config),
		log: { info: (message) => void told.push(message) },
	});
	return handle({ fanId, provider: 'google', pictureUrl });
}

async function avatarOf({ token }: Person): Promise<unknown> {
	const { body } = await site.ask({ path: '/user/me', token });
	return (body.data as { avatar_url: unknown }).avatar_url;
}
