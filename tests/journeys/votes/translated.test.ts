/** Pages that the browser translates: it puts elements of its own in the place of texts, and again after each change. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { aPerson } from '../../fixtures/accounts/people.ts';
import type { Visitor } from '../../fixtures/browser/browser.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownStoreSite } from '../../fixtures/orders/sales.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownStoreSite();
const content = beforeTests(() => aWholeSite(site));
beforeAll(async () => void (await someGoods(site)));

/** Runs in the page. `keeps`: the text itself moves into the new elements. Else they hold a copy. */
function translate(keeps: boolean): void {
	const wrap = (root: Node) => {
		const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		const found: Text[] = [];
		for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text);
		for (const text of found) {
			const parent = text.parentElement;
			if (!parent || parent.closest('font, script, style, textarea, option, title')) continue;
			const [outer, inner] = [document.createElement('font'), document.createElement('font')];
			outer.append(inner);
			text.replaceWith(outer);
			inner.append(keeps ? text : text.data);
		}
	};
	wrap(document.body);
	new MutationObserver((changes) => {
		for (const { addedNodes } of changes)
			for (const node of addedNodes) if (node.isConnected) wrap(node.parentElement ?? node);
	}).observe(document.body, { childList: true, subtree: true });
}

async function aTranslatedVisitor(name: string, keeps: boolean, traits = { earned: 1_000 }) {
	const person = await aPerson(site.owner, name, traits);
	const visitor = await site.visitor({ as: person, width: 390 });
	return { ...visitor, person, open: (path: string) => openTranslated(visitor, path, keeps) };
}

async function openTranslated({ page, open }: Visitor, path: string, keeps: boolean) {
	await open(path);
	await page.evaluate(translate, keeps);
}

const lives = async ({ page, complaints }: Pick<Visitor, 'page' | 'complaints'>) => {
	expect(complaints.filter((text) => /NotFoundError|insertBefore|removeChild|has moved/.test(text))).toEqual([]);
	expect(await page.getByText('This page could not be shown').count()).toBe(0);
};

/** A translator copies the texts or moves them. Both meet the vote; of the other pages, each meets its half. */
describe('a translator', () => {
	it.each([false, true])('leaves names, numbers and receipt of a vote right (moves the texts: %s)', async (keeps) => {
		const visitor = await aTranslatedVisitor(`voter ${keeps}`, keeps);
		const { page, open } = visitor;
		await open('/leader-board');
		for (const name of ['Solo 01', 'Solo 05']) expect(await keptAlone(page, name), name).toBe(true);
		await page.getByRole('button', { name: 'Vote for Solo 03' }).click();
		const dialog = page.getByRole('dialog', { name: 'Solo 03' });
		expect(await dialog.getByRole('heading', { name: 'Solo 03' }).getAttribute('translate')).toBe('no');
		for (const [votes, gems] of [
			['3', '30'],
			['20', '200'],
			['7', '70'],
		] as const) {
			await dialog.getByLabel('Votes').fill(votes);
			await dialog.getByText(`${gems} gems`, { exact: true }).waitFor();
			await dialog.getByRole('button', { name: `Vote ${votes}`, exact: true }).waitFor();
			await dialog.getByText(String(1_000 - Number(gems)), { exact: true }).waitFor();
		}
		await dialog.getByLabel('Votes').fill('1.5');
		await dialog.getByText('Please input a positive integer number').waitFor();
		await dialog.getByLabel('Votes').fill('3');
		await dialog.getByRole('button', { name: 'Vote 3', exact: true }).click();
		const success = page.getByRole('dialog', { name: 'Vote Successful' });
		await success.getByText('+3', { exact: true }).waitFor();
		await success.getByText('votes recorded for Solo 03.').waitFor();
		await success.getByRole('button', { name: 'CONFIRM' }).click();
		await page.getByRole('link', { name: '970 gems, to the store' }).getByText('970').waitFor();
		await site.castVote(await aPerson(site.owner, `rival ${keeps}`, { earned: 9_000 }), content.monthly, {
			tickets: 400,
		});
		await lives(visitor);
	});

	it('leaves searches, lists and tabs alive', async () => {
		const visitor = await aTranslatedVisitor('reader', false);
		const { page, open, goTo } = visitor;
		await open('/leader-board');
		const search = page.getByPlaceholder('Search for artists');
		for (const keyword of ['Solo 0', 'Solo 07', 'zzyx', '']) {
			await search.fill(keyword);
			await page
				.locator('body')
				.getByText(keyword === 'zzyx' ? 'No Data' : 'Solo 07')
				.first()
				.waitFor();
		}
		for (const tab of ['Champion', 'Ongoing']) await page.getByRole('tab', { name: tab }).click();
		await page.getByRole('tab', { name: 'Champion' }).click();
		for (const button of ['Show More', 'Show Less']) await page.getByRole('button', { name: button }).first().click();
		await goTo('/news');
		await page.getByPlaceholder(/^Search/).fill('Article 01');
		await page.getByText('Article 01').first().waitFor();
		// The address follows the keyword, and would lead back.
		await page.waitForURL(/keyword=Article/);
		await goTo(`/artist/${content.monthly.artistIds[0]}`);
		const kept = page.waitForResponse('**/user/me/favorites*');
		await page
			.getByRole('button', { name: /^My artist/ })
			.first()
			.click();
		await kept;
		await goTo('/');
		await page
			.getByRole('button', { name: /^Claim/ })
			.first()
			.click();
		await page
			.getByText(/^\+\d+/)
			.first()
			.waitFor();
		await lives(visitor);
	});

	it('leaves the account, the store and the lists of votes alive', async () => {
		const visitor = await aTranslatedVisitor('buyer', true);
		const { page, open, goTo } = visitor;
		await open('/transparency');
		for (const path of ['/my-votes', '/rank_rewards', '/my-account']) {
			await page.getByRole('heading', { level: 1 }).waitFor();
			await goTo(path);
			await page.waitForURL(`**${path}`);
		}
		await page.getByRole('heading', { level: 1 }).waitFor();
		await goTo('/edit-profile');
		await page.getByLabel(/Nickname/i).fill('x'.repeat(80));
		await page.getByLabel(/Nickname/i).blur();
		await page.getByLabel(/Nickname/i).fill('Mara');
		await goTo('/store');
		await page.getByRole('button', { name: /\$/ }).first().click();
		await page.getByRole('heading', { level: 1 }).waitFor();
		await lives(visitor);
	});

	it('leaves the console alive', async () => {
		const visitor = await anOperator(site, 'owner');
		const { page } = visitor;
		const screens = ['', '/rankings', '/artists', '/fans', '/orders', '/news', '/cases', '/settings', '/goods/new'];
		for (const name of ['Mine', 'Theirs']) {
			await openTranslated(visitor, '/console/goods', name === 'Mine');
			await page.getByRole('button', { name: 'Views' }).click();
			await page.getByLabel('Save this view as').fill(name);
			await page.getByRole('button', { name: 'Save view' }).click();
			await page.getByText(`Saved as ${name}`).waitFor();
		}
		for (const [index, screen] of screens.entries()) {
			await openTranslated(visitor, `/console${screen}`, index % 2 === 0);
			await page.getByRole('heading').first().waitFor();
		}
		await page.getByLabel('Gems', { exact: true }).fill('10.00');
		await page.getByText('Enter a whole number, for example 1000').waitFor();
		await page.getByLabel('Gems', { exact: true }).fill('1,000');
		await page.getByLabel('How fans see it').getByText('1,000').waitFor();
		await page.getByRole('button', { name: 'Save draft', exact: true }).click();
		await page.getByText(/^Not saved/).waitFor();
		await lives(visitor);
	});
});

/** Whether all places of a text on the page lie in an element that a translator leaves alone. */
const keptAlone = (page: Page, text: string) =>
	page
		.getByText(text, { exact: true })
		.evaluateAll((places) => places.length > 0 && places.every((place) => place.closest('[translate="no"]') !== null));

it('what an extension has wrapped, copied, moved or taken away is removed without a fault', async () => {
	const { page } = await site.visitor({ at: '/privacy-policy', complains: true });
	const way = fc.constantFrom('stays', 'wrapped', 'wrapped twice', 'copied', 'taken away', 'moved');
	const property = fc.asyncProperty(fc.array(way, { minLength: 1, maxLength: 8 }), async (ways) => {
		const left = await page.evaluate((all) => {
			const host = document.body.appendChild(document.createElement('div'));
			const made = all.map(() => host.appendChild(document.createElement('p')));
			for (const [index, node] of made.entries()) {
				const how = all[index] ?? '';
				const guest = document.createElement('font');
				if (/wrapped|copied/.test(how)) node.replaceWith(guest);
				if (how === 'wrapped') guest.append(node);
				if (how === 'wrapped twice') guest.appendChild(document.createElement('font')).append(node);
				if (how === 'taken away') node.remove();
				if (how === 'moved') document.body.append(node);
			}
			for (const node of made) {
				host.insertBefore(document.createElement('b'), node);
				host.removeChild(node);
			}
			const count = (selector: string) => host.querySelectorAll(selector).length;
			return { made: count('p'), guests: count('font'), added: count('b') };
		}, ways);
		expect(left).toEqual({ made: 0, guests: ways.filter((one) => one === 'copied').length, added: ways.length });
	});
	await fc.assert(property, { numRuns: 50 });
});
