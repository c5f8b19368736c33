import { describe, expect, test } from 'vitest';
import type { SsoType } from '#contract/values/shapes.ts';
import type { ProviderIdentity } from '#server/accounts/sign-on/identity-provider.ts';
import { fanOf } from '#server/accounts/sign-on/sign-on.ts';
import { readWallet } from '#server/gems/gems.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';

const database = beforeTests(copyDatabase);
const site = beforeTests(() => openSiteWithSignOn({ database }));

describe('a fan of two providers', () => {
	test('is one fan when both vouch for the same address, however it is written', async () => {
		const google = await signsIn('google', 'twin', { email: 'Twin@mail.example', emailVerified: true });
		const line = await signsIn('line', 'twin-at-line', { email: 'twin@MAIL.example', emailVerified: true });
		expect(line).toEqual(google);
		expect(await signsIn('line', 'twin-at-line', { email: null })).toEqual(google);
	});

	test('is two fans when one of them does not vouch for it', async () => {
		const google = await signsIn('google', 'careful', { email: 'careful@mail.example', emailVerified: true });
		const line = await signsIn('line', 'careful-at-line', { email: 'careful@mail.example' });
		expect(line).not.toEqual(google);
	});

	test('is two fans by LINE’s word, for LINE never vouches', async () => {
		const [google, line] = [aBrowser(site), aBrowser(site)];
		const atGoogle = await google.signIn('google', { person: 'both-providers' });
		const atLine = await line.signIn('line', { person: 'both-providers-line' });
		await site.ask({
			path: '/user/complete-registration',
			token: atGoogle,
			body: { email: 'twin.tickets@mail.example', name: 'twin', country: 'KR' },
		});
		const { body } = await site.ask({ path: '/user/me', token: atLine });
		expect(body.data).toMatchObject({ register_platform: 'line', is_new_user: true });
	});

	test('is one fan also when both sign-ins happen at the same moment', async () => {
		const identity = { email: 'rushed@mail.example', emailVerified: true };
		const fans = await Promise.all([
			signsIn('google', 'rushed', identity),
			signsIn('line', 'rushed-at-line', identity),
		]);
		expect(fans[0]).toEqual(fans[1]);
	});

	test('has one wallet', async () => {
		const fan = await signsIn('google', 'twin', { email: 'twin@mail.example', emailVerified: true });
		expect(await readWallet(database.db, fan)).toMatchObject({ earned: 0, purchased: 0, registered: false });
	});
});

describe('nobody becomes somebody else', () => {
	test('by an address that Google has not verified', async () => {
		const owner = await signsIn('google', 'seat', { email: 'seat@mail.example', emailVerified: true });
		expect(await signsIn('line', 'maybe', { email: 'seat@mail.example' })).not.toEqual(owner);
	});

	test('by an address that the same provider has given to a new account', async () => {
		const before = await signsIn('google', 'left', { email: 'desk@company.example', emailVerified: true });
		const after = await signsIn('google', 'came', { email: 'desk@company.example', emailVerified: true });
		expect(after).not.toEqual(before);
		// Two fans have had it now, so it says nothing about a third.
		const third = await signsIn('line', 'third', { email: 'desk@company.example', emailVerified: true });
		expect([before, after]).not.toContainEqual(third);
	});

	test('by an address that its fan has left behind', async () => {
		const fan = await signsIn('google', 'moved', { email: 'old@mail.example', emailVerified: true });
		await signsIn('google', 'moved', { email: 'new@mail.example', emailVerified: true });
		expect(await signsIn('line', 'finder', { email: 'old@mail.example', emailVerified: true })).not.toEqual(fan);
	});

	test('by the same subject at another provider', async () => {
		const google = await signsIn('google', '12345', {});
		expect(await signsIn('line', '12345', {})).not.toEqual(google);
	});
});

function signsIn(provider: SsoType, subject: string, told: Partial<ProviderIdentity>) {
	const identity = { subject, name: 'Twin', email: null, emailVerified: false, pictureUrl: null, ...told };
	return database.db.transaction((tx) => fanOf(tx, provider, identity));
}
