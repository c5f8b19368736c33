/** A sign-in and the erasure of the same account at the same time: in either order, the fan is signed in. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelRequest } from '#server/accounts/sql.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { fanOf } from '#server/accounts/sign-on/sign-on.ts';
import type { MediaStore } from '#server/media/store.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { aBrowser, openSiteWithSignOn, type Browser } from '../../fixtures/accounts/sign-in.ts';

const person = { person: 'midnight-seat' };
const HER_PICTURE = 'e'.repeat(32);

let browser: Browser;

const site = beforeTests.each(openSiteWithSignOn);
beforeEach(async () => {
	browser = aBrowser(site);
	const token = await browser.signIn('google', person);
	await site.owner.query({ text: 'update fan set avatar_media_id = $1', values: [HER_PICTURE] });
	const leaving = await site.ask({ path: '/user/me/delete', token, body: { gems_are_given_up: true } });
	expect(leaving.status).toBe(200);
	await site.clock.set(new Date(Date.now() + 8 * 86_400_000));
});
afterEach(() => expectBooksToBalance(site.db));

/** Stops an erasure halfway, when it removes the picture, until it is let go. */
function pausedMedia() {
	const reached = Promise.withResolvers<void>();
	const letGo = Promise.withResolvers<void>();
	const remove = async () => {
		reached.resolve();
		await letGo.promise;
	};
	return { media: { remove } as unknown as MediaStore, reached: reached.promise, letGo: letGo.resolve };
}

async function welcomed(callback: URL): Promise<unknown> {
	const token = (await browser.comeBack(callback)).searchParams.get('token') ?? '';
	return (await browser.ask({ path: '/user/me', token })).body;
}

describe('a fan who signs in while their account is being erased', () => {
	test('comes in as somebody new, and again the next time', async () => {
		const callback = await browser.visitProvider('google', person);
		const { media, reached, letGo } = pausedMedia();
		const erasing = eraseAccounts(site.db, media);
		await reached;
		const arriving = welcomed(callback);
		await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
		letGo();
		await erasing;
		expect(await arriving).toMatchObject({ code: 200, data: { is_new_user: true, gem_balance: 0 } });
		expect(await welcomed(await browser.visitProvider('google', person))).toMatchObject({ code: 200 });
		expect(await site.db.query({ text: 'select from fan where erased_at is not null' })).toHaveLength(1);
	});

	test('keeps the account when the sign-in was first', async () => {
		const { media, letGo } = pausedMedia();
		letGo();
		let erasing: Promise<void> = Promise.resolve();
		await site.db.transaction(async (tx) => {
			const identity = { subject: 'midnight-seat', name: null, email: null, emailVerified: false, pictureUrl: null };
			const fan = await fanOf(tx, 'google', identity);
			erasing = eraseAccounts(site.db, media);
			await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
			await cancelRequest(tx, fan);
		});
		await erasing;
		expect(await site.db.query({ text: 'select from fan where erased_at is not null' })).toEqual([]);
	});
});

test('a fan whom an earlier release locked out of an erased account comes in again', async () => {
	await eraseAccounts(site.db, { remove: async () => undefined } as unknown as MediaStore);
	await sql`insert into fan_identity (provider, subject, fan_id, login_email)
			select 'google', 'midnight-seat', fan_id, 'seat.b12@mail.example' from fan`.run(site.owner);
	const answer = await welcomed(await browser.visitProvider('google', person));
	expect(answer).toMatchObject({ code: 200, data: { is_new_user: true } });
});

test('nothing personal is written to an account that has been erased', async () => {
	const callback = await browser.visitProvider('google', { person: 'no-gems' });
	const token = (await browser.comeBack(callback)).searchParams.get('token') ?? '';
	await browser.ask({ path: '/user/me', token });
	const [fan] = await sql`select fan_id as "fanId" from fan
		order by fan_id desc limit 1`.all<{ fanId: number }>(site.db);
	const body = { email: 'back@mail.example', name: 'back', country: 'KR' };
	let answering = Promise.resolve({ status: 0 });
	await site.owner.transaction(async (tx) => {
		await tx.query({ text: 'update fan set erased_at = lightstick_now() where fan_id = $1', values: [fan?.fanId] });
		answering = site.ask({ path: '/user/complete-registration', token, body });
		await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
	});
	expect(await answering).toMatchObject({ status: 401 });
	const kept = await site.db.query({ text: `select from fan where name = 'back' or email = $1`, values: [body.email] });
	expect(kept).toEqual([]);
});
