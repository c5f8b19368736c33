/** What a fan is told about a vote: never about another artist, and also when the dialog or the page has gone meanwhile. */
import { describe, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { problems } from '#contract/problems.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { step } from '../../fixtures/browser/step.ts';

const site = ownBrowserSite();
const contest = beforeTests(() =>
	aContest(site.owner, 'november', { tab: 'solo', artists: ['Ayu Bara', 'Bex Corran'] }),
);

/** A fan in front of the chart. Answers to votes wait until they are let go. */
async function aVoter(name: string, path = '/leader-board', before = () => undefined as unknown) {
	const person = await aPerson(site.owner, name, { earned: 1_000 });
	const visitor = await site.visitor({ as: person, width: 390, complains: name.startsWith('reader') });
	const { page, open } = visitor;
	const held: (() => void)[] = [];
	const sent: number[] = [];
	let isRefused = false;
	await page.route('**/rankings/vote/**', async (route) => {
		sent.push(route.request().postDataJSON().artist_id);
		const response = isRefused ? null : await route.fetch();
		await new Promise<void>((resume) => held.push(resume));
		if (response) return route.fulfill({ response });
		const { status, message } = problems.account_suspended;
		return route.fulfill({ status, json: { code: status, message, data: null, error: 'account_suspended' } });
	});
	await page.addInitScript(before);
	await open(path);
	const dialogOf = (artist: string) => page.getByRole('dialog', { name: artist });
	return {
		...visitor,
		person,
		sent,
		dialogOf,
		success: page.getByRole('dialog', { name: 'Vote Successful' }),
		vote: (artist: string) => page.getByRole('button', { name: `Vote for ${artist}` }).click(),
		async send(artist: string, votes: string) {
			await dialogOf(artist).getByLabel('Votes').fill(votes);
			await dialogOf(artist).getByRole('button', { name: /^Vote/ }).click();
			await expect.poll(() => held.length).toBe(1);
		},
		refuse: () => (isRefused = true),
		answer: () => held.splice(0).forEach((resume) => resume()),
	};
}

type Voter = Awaited<ReturnType<typeof aVoter>>;

const WAYS: Record<string, (voter: Voter) => Promise<unknown>> = {
	Escape: ({ page }) => page.keyboard.press('Escape'),
	'the cross': ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
	'a press beside it': ({ page }) => page.mouse.click(195, 5),
};

const NEXT: Record<string, (voter: Voter) => Promise<unknown>> = {
	'nothing is open': async () => undefined,
	'another dialog is open': async ({ vote, dialogOf }) => {
		await vote('Bex Corran');
		await dialogOf('Bex Corran').getByLabel('Votes').fill('7');
	},
	'the same dialog is open again': async ({ vote, dialogOf }) => {
		await vote('Ayu Bara');
		await dialogOf('Ayu Bara').getByLabel('Votes').fill('7');
	},
	'another page is open': ({ page }) => page.getByRole('banner').getByRole('link').first().click(),
};

it('a vote whose dialog was closed while it was sent is told with its artist, however that was, whatever is open next, and when it is refused', async () => {
	const voter = await aVoter('closer');
	const { page, vote, send, answer, refuse, dialogOf, success, sent } = voter;
	// Each way once, and each thing that may be open next.
	for (const [index, [next, openNext]] of Object.entries(NEXT).entries()) {
		const [way, close] = Object.entries(WAYS)[index % 3] ?? [];
		await step(`${way}, ${next}`, async () => {
			const votes = String(index + 2);
			await vote('Ayu Bara');
			await send('Ayu Bara', votes);
			await close?.(voter);
			await dialogOf('Ayu Bara').waitFor({ state: 'hidden' });
			await openNext(voter);
			answer();
			await page.getByRole('status').getByText(`${votes} votes for Ayu Bara were counted`, { exact: true }).waitFor();
			expect(await success.count()).toBe(0);
			expect(sent.splice(0)).toEqual([contest.artistIds[0]]);
			if (!next.includes('dialog')) return;
			expect(await page.getByRole('dialog').getByLabel('Votes').inputValue()).toBe('7');
			await page.keyboard.press('Escape');
			await page.getByRole('dialog').waitFor({ state: 'detached' });
		});
	}
	await step('refused', async () => {
		refuse();
		await voter.goTo('/leader-board');
		await vote('Ayu Bara');
		await send('Ayu Bara', '2');
		await page.keyboard.press('Escape');
		await dialogOf('Ayu Bara').waitFor({ state: 'hidden' });
		await vote('Bex Corran');
		answer();
		await page.getByRole('alert').getByText('failed to vote', { exact: true }).waitFor();
		await page
			.getByRole('alert')
			.getByText(/^Ayu Bara · /)
			.waitFor();
	});
});

describe('a vote whose page dies with the answer', () => {
	it.each(['/leader-board', '/artist'])(
		'is told after %s is loaded again, once, and with its own artist',
		async (place) => {
			const path = place === '/artist' ? `/artist/${contest.artistIds[0]}` : place;
			const { page, vote, send, answer, success, sent } = await aVoter(`reader of ${place}`, path);
			if (place === '/artist') await page.getByRole('button', { name: 'Vote', exact: true }).click();
			else await vote('Ayu Bara');
			await send('Ayu Bara', '3');
			// As a fault of ours: React's next change of the page throws.
			await page.evaluate(() => {
				const { removeChild } = Node.prototype;
				Node.prototype.removeChild = () => {
					Node.prototype.removeChild = removeChild;
					throw new Error('No');
				};
			});
			answer();
			await page.getByText('This page could not be shown').waitFor();
			await page.getByRole('button', { name: 'Try again' }).click();
			await success.getByText('votes recorded for Ayu Bara.').waitFor();
			await success.getByText('+3', { exact: true }).waitFor();
			await success.getByRole('button', { name: 'VOTE AGAIN' }).click();
			await page.getByRole('dialog', { name: 'Ayu Bara' }).getByLabel('Votes').waitFor();
			await page.reload();
			await page.getByRole('heading').first().waitFor();
			expect(await success.count()).toBe(0);
			expect(sent).toHaveLength(1);
		},
	);

	it('is not told to somebody who signs in in another tab meanwhile, and changes no balance but the voter’s', async () => {
		const { page, context, open, vote, send, answer, success } = await aVoter('first');
		const sister = await aPerson(site.owner, 'second', { earned: 4_321 });
		await vote('Ayu Bara');
		await send('Ayu Bara', '3');
		const other = await context.newPage();
		await other.goto(site.url);
		await other.evaluate((token) => localStorage.setItem('authentication_token', token), sister.token);
		await page.getByText('This browser is now logged in as second.').waitFor();
		answer();
		await page.getByRole('status').getByText('3 votes for Ayu Bara were counted').waitFor();
		await page.getByRole('link', { name: '4,321 gems, to the store' }).waitFor({ state: 'attached' });
		await open('/leader-board');
		await page.getByRole('button', { name: 'Vote for Ayu Bara' }).waitFor();
		expect(await success.count()).toBe(0);
	});
});

/** Runs in the page, before its first script: ways in which the store of a device fails. */
const FAULTS: Record<string, () => void> = {
	'refuses to open': () => {
		IDBFactory.prototype.open = () => {
			throw new DOMException('No', 'SecurityError');
		};
	},
	'never opens': () => {
		IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
	},
	'throws at a write': () => {
		IDBObjectStore.prototype.put = () => {
			throw new DOMException('Closing', 'InvalidStateError');
		};
	},
	'is full at the end of a write': () => {
		const { put } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...given) {
			const request = put.apply(this, given);
			request.addEventListener('success', () => this.transaction.abort());
			return request;
		};
	},
	'never ends a write': () => {
		IDBObjectStore.prototype.put = () => new EventTarget() as IDBRequest<IDBValidKey>;
	},
	'throws at a read': () => {
		IDBIndex.prototype.get = () => {
			throw new DOMException('Lost', 'UnknownError');
		};
	},
};

it.each(Object.keys(FAULTS))('a device whose store %s sends the vote, once', async (fault) => {
	const { vote, send, answer, success, sent } = await aVoter(fault, '/leader-board', FAULTS[fault]);
	await vote('Ayu Bara');
	await send('Ayu Bara', '2');
	answer();
	await success.getByText('+2', { exact: true }).waitFor();
	expect(sent).toHaveLength(1);
});

describe('a balance', () => {
	const notEnough = 'There is not enough gem. Click get more button!';
	const earn = (fanId: number, gems: number) =>
		site.owner.query({ text: 'update wallet set earned = earned + $2 where fan_id = $1', values: [fanId, gems] });

	it('that has grown elsewhere is read before the fan is refused, and in the other tabs', async () => {
		const { page, context, person, vote, dialogOf } = await aVoter('saver');
		const other = await context.newPage();
		await other.goto('/leader-board');
		await other.getByRole('link', { name: '1,000 gems, to the store' }).waitFor();
		await earn(person.fanId, 500);
		await vote('Ayu Bara');
		await dialogOf('Ayu Bara').getByText('You have 1,500 gems').waitFor();
		await earn(person.fanId, 500);
		await dialogOf('Ayu Bara').getByLabel('Votes').fill('200');
		await dialogOf('Ayu Bara').getByText('You have 2,000 gems').waitFor();
		await page.getByText(notEnough).waitFor({ state: 'hidden' });
		// Any tab that has changed the balance tells the others.
		await page.evaluate(() => new BroadcastChannel('balance').postMessage(null));
		await other.getByRole('link', { name: '2,000 gems, to the store' }).waitFor();
		// Back shows a page as it was left.
		await earn(person.fanId, 500);
		await other.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
		await other.getByRole('link', { name: '2,500 gems, to the store' }).waitFor();
	});
});
