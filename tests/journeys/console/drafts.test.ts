/**
 * Nothing that an operator writes is lost: a closed tab, no network, an ended session, a colleague who saved first or deleted
 * the thing, a time that is not typed to its end. Long because each way to lose a text is tried on the same editors.
 */
import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operatorCalls as calls } from '#contract/operator/calls.ts';
import { DRAFT_MAX } from '#contract/operator/drafts.ts';
import { sql, type Sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, atWork, signInAgain, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

const DAY_MS = 86_400_000;

const site = ownBrowserSite();
let content: WholeSite;

beforeAll(async () => {
	content = await aWholeSite(site);
	const pack = `insert into goods (position, gems, price_minor, currency) values (1, 100, 99, 'USD')`;
	await site.owner.query({ text: pack });
});

const EDITORS = {
	'an article': { path: () => `/console/news/${content.articles[0]}`, field: 'Title' },
	'a new article': { path: () => '/console/news/new', field: 'Title' },
	'an artist': { path: () => `/console/artists/${content.monthly.artistIds[0]}`, field: 'Native name' },
	'a news category': { path: () => '/console/news-categories/1', field: 'Name' },
} as const;

/** The screens of all that operators create, and of what is there once: each call that changes such a thing has one. */
const editors = [
	...new Set(
		calls.flatMap(({ path, body }) => {
			const isEdit = 'version' in ((body as { shape?: object } | undefined)?.shape ?? {});
			const [list = '', key] = path.split('/:');
			if (!isEdit || path.split('/:').length > 2) return [];
			const isCreated = key !== undefined && calls.some((call) => call.path === list && call.body);
			if (key !== undefined && (!isCreated || key.includes('/'))) return [];
			return [isCreated ? `${list}/new` : list.split('/').slice(0, 3).join('/')];
		}),
	),
];

/** One of each kind of editor: what is written into it, and what a colleague stores meanwhile. */
const STORED: [name: string, path: () => string, fields: Record<string, string>, theirs: string][] = [
	[
		'an article',
		() => `/console/news/${content.articles[3]}`,
		{ Title: 'A night we kept' },
		`news set title = 'Theirs'`,
	],
	['a ranking', () => '/console/rankings/birthdays', { Title: 'A night we kept' }, `ranking set title = 'Theirs'`],
	['a pack', () => '/console/goods/1', { Position: '7', Reason: 'It sells' }, 'goods set position = 5'],
	[
		'the settings',
		() => '/console/settings',
		{ 'Name of the site': 'Lanternhall', Reason: 'The new name' },
		`site_setting set product = 'B'`,
	],
];

/** What a call makes anew each time: where it is written, and the rows of what was written here. */
const MADE: [name: string, path: () => Promise<string> | string, made: { field: string; rows: Sql }][] = [
	[
		'a new article',
		() => '/console/news/new',
		{ field: 'Title', rows: sql`select from news where title = 'Said once'` },
	],
	[
		'an update of an incident',
		async () => {
			const id = await sql`insert into incident (title, parts, state, started_at)
				values ('Votes fail', '{voting}', 'investigating', lightstick_now()) returning incident_id`.value<number>(
				site.owner,
			);
			return `/console/incidents/${id}`;
		},
		{ field: 'Next update', rows: sql`select from incident_update where words = 'Said once'` },
	],
];

/** What is chosen from a list is chosen anew. */
const WRITTEN = ':is(input:not([list], [type=checkbox], [type=file], [type=color], [type=range]), textarea):enabled';
const valuesOf = (inputs: Locator) =>
	inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));

/** A number field keeps also what is no number. */
async function wordsFor(input: Locator): Promise<string> {
	const type = await input.getAttribute('type');
	return { date: '1999-12-24', 'datetime-local': '2026-12-24T18:30' }[type ?? ''] ?? 'A night we kept';
}

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).first();

async function write({ page, open }: OperatorAtWork, editor: keyof typeof EDITORS, text: string): Promise<void> {
	const { path, field } = EDITORS[editor];
	await open(path());
	await fieldOf(page, field).fill(text);
}

/** The browser has kept the text. */
const kept = (page: Page, text: string) =>
	expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain(text);

const saved = ({ page }: OperatorAtWork) => page.getByText('Saved', { exact: true }).waitFor();

const owner = beforeTests(() => anOperator(site, 'owner'));

describe('what was written is back', () => {
	it.each(editors)('in each field of %s, loaded again', async (path) => {
		const { page, open } = owner;
		await open(path);
		const inputs = page.locator('.editor-form').locator(WRITTEN);
		await inputs.first().waitFor();
		for (const input of await inputs.all()) await input.fill(await wordsFor(input));
		const values = await valuesOf(inputs);
		expect(values.length).toBeGreaterThan(0);
		await page.reload();
		await page
			.getByText(/Your unsaved changes of .* are back\./)
			.first()
			.waitFor();
		await expect.poll(() => valuesOf(inputs)).toEqual(values);
		await page.getByRole('button', { name: 'Discard' }).first().click();
		await expect.poll(async () => (await valuesOf(inputs))[0]).not.toBe(values[0]);
	});

	it.each(MADE)('%s is made once, though its answer is lost and the page is loaded again', async (_, path, made) => {
		const { page, open } = owner;
		await open(await path());
		const button = page.getByRole('button', { name: /^(?:Save draft|Post update)$/ });
		const isMaking = ({ pathname }: URL) => /\/console\/(?:news|incidents\/\d+\/updates)$/.test(pathname);
		const { promise: isMade, resolve } = Promise.withResolvers<number>();
		await page.route(isMaking, async (route) => {
			if (route.request().method() !== 'POST') return route.fallback();
			const answer = await route.fetch();
			await route.abort();
			resolve(answer.status());
		});
		const field = fieldOf(page, made.field);
		await field.fill('Said once');
		await button.click();
		expect(await isMade).toBe(200);
		await page.unroute(isMaking);
		await page.reload();
		await expect.poll(() => field.inputValue()).toBe('Said once');
		expect(await page.getByText('Somebody else has saved').count()).toBe(0);
		await field.fill('Said otherwise');
		await button.click();
		await page.getByText('The first attempt was saved, without your last changes.').waitFor();
		await field.fill('Said once');
		await button.click();
		await saved(owner);
		await expect
			.poll(async () => (await page.getByText('are back').count()) + ((await button.isEnabled()) ? 1 : 0))
			.toBe(0);
		expect(await made.rows.all(site.owner)).toHaveLength(1);
	});

	it.each(STORED)('in %s after a lost answer, without a network, a session, or after a colleague', async (...given) => {
		const [, path, fields, theirs] = given;
		const { page, context, open, colleague } = owner;
		await open(path());
		const form = page.locator('.editor-form').first();
		const save = form.getByRole('button', { name: /^Save/ });
		const isSave = ({ pathname }: URL) => /\/console\/(?!drafts)/.test(pathname);
		onTestFinished(async () => {
			await page.unroute(isSave);
			await context.setOffline(false);
		});
		// What is stored, and whose answer is lost, is no conflict with itself.
		for (const [end, isLeft] of [['1 ', true] as const, ['2 ', false] as const]) {
			const { promise: isStored, resolve } = Promise.withResolvers<number>();
			await page.route(isSave, async (route) => {
				if (route.request().method() !== 'PUT') return route.fallback();
				const answer = await route.fetch();
				if (!isLeft) await route.abort();
				resolve(answer.status());
			});
			// The server takes the space away.
			for (const [label, text] of Object.entries(fields)) await fieldOf(page, label).fill(text + end);
			await save.click();
			expect(await isStored).toBe(200);
			await page.unroute(isSave);
			if (isLeft) await page.reload();
			for (const [label, text] of Object.entries(fields)) {
				const input = fieldOf(page, label);
				await expect
					.poll(async () => (await input.inputValue()).trim())
					.toBe(label === 'Reason' ? '' : text + end.trim());
			}
			const last = Object.values(fields).at(-1) + end.trim();
			await expect
				.poll(() => page.evaluate((text) => JSON.stringify(Object.entries(localStorage)).includes(text), last))
				.toBe(false);
			await expect.poll(() => save.isDisabled()).toBe(true);
			expect(await form.getByText(/Somebody else|are back|could not be reached/).count()).toBe(0);
		}
		for (const [label, text] of Object.entries(fields)) await fieldOf(page, label).fill(text);
		const written = () => Promise.all(Object.keys(fields).map((label) => fieldOf(page, label).inputValue()));
		await context.setOffline(true);
		await save.click();
		await page.getByText('The server could not be reached. Your input is still here.').first().waitFor();
		await context.setOffline(false);
		await sql`delete from operator_session where operator_id = ${colleague.operatorId}`.run(site.owner);
		// Another request may have been told already: then the dialog covers the button.
		await save.dispatchEvent('click');
		const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
		await dialog.getByRole('link', { name: 'Sign in' }).waitFor();
		// In another tab, from which they come back.
		await signInAgain(site, owner, { steppedUp: true });
		await page.evaluate(() => window.dispatchEvent(new Event('focus')));
		await dialog.waitFor({ state: 'hidden' });
		await site.owner.query({ text: `update ${theirs}, version = version + 1` });
		await save.click();
		await page
			.getByText(/Somebody else has/)
			.first()
			.waitFor();
		await expect.poll(written).toEqual(Object.values(fields));
	});

	it('in each of two tabs that were closed in the middle of a word, also with the clock set ahead, and another operator does not see it', async () => {
		const at = await anOperator(site, 'owner');
		await write(at, 'a news category', 'Forty days ago');
		await kept(at.page, 'Forty days ago');
		await write(at, 'a new article', 'The first tab');
		await kept(at.page, 'The first tab');
		const second = await at.context.newPage();
		await write(
			{ ...at, page: second, open: async (path) => void (await second.goto(path)) },
			'a new article',
			'Half a wo',
		);
		await at.page.close();
		await second.close({ runBeforeUnload: false });
		// A clock ahead makes nothing old.
		await at.context.addInitScript((ahead) => {
			const now = Date.now.bind(Date);
			Date.now = () => now() + ahead;
		}, 40 * DAY_MS);
		const texts: string[] = [];
		for (const editor of ['a new article', 'a new article', 'a news category'] as const) {
			const page = await at.context.newPage();
			await page.goto(EDITORS[editor].path());
			const input = fieldOf(page, EDITORS[editor].field);
			await expect.poll(() => input.inputValue()).toMatch(/first|wo|Forty/);
			texts.push(await input.inputValue());
		}
		expect(texts.toSorted()).toEqual(['Forty days ago', 'Half a wo', 'The first tab']);
		const other = await anOperator(site, 'owner');
		await other.open(EDITORS['a new article'].path());
		await other.settled();
		expect(await fieldOf(other.page, 'Title').inputValue()).toBe('');
		// Who signs in in another tab of a browser is whom this one works as: it says so.
		await signInAgain(site, { context: other.context, colleague: await site.operator('editor') });
		await other.page.evaluate(() => window.dispatchEvent(new Event('focus')));
		await other.page.getByRole('link', { name: 'Operators' }).waitFor({ state: 'detached' });
	});

	it('on another device, from the server as soon as it answers, until it is saved', async () => {
		const at = await anOperator(site, 'owner');
		await at.page.clock.install();
		await at.open(EDITORS['a news category'].path());
		await fieldOf(at.page, 'Name').fill('From the');
		await at.context.setOffline(true);
		await fieldOf(at.page, 'Name').fill('From the laptop');
		const says = (words: string) => runUntil(at.page, 500, () => at.page.getByText(words).isVisible());
		await says('The server does not answer. Your changes are kept in this browser.');
		const arrived = at.page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
		await at.context.setOffline(false);
		await says('Your unsaved changes are kept.');
		await arrived;
		const phone = await site.visitor({ width: 390 });
		await signInAgain(site, { ...phone, colleague: at.colleague }, { steppedUp: true });
		await phone.open(EDITORS['a news category'].path());
		await expect.poll(() => fieldOf(phone.page, 'Name').inputValue()).toBe('From the laptop');
		await phone.page.getByRole('button', { name: 'Discard' }).click();
		const left = () =>
			sql`select form from operator_draft where operator_id = ${at.colleague.operatorId}`.all(site.owner);
		await expect.poll(left).toEqual([]);
	});
});

describe('a colleague saves first', () => {
	it('what only they changed is taken over, and what both changed is asked, in 2 steps', async () => {
		const mine = await atWork(site, 'owner');
		const theirs = await anOperator(site, 'owner');
		await mine.open(`/console/news/${content.articles[1]}`);
		await fieldOf(mine.page, 'Title').fill('My title');
		await theirs.open(`/console/news/${content.articles[1]}`);
		await fieldOf(theirs.page, 'Title').fill('Their title');
		await fieldOf(theirs.page, 'Cover alt text').fill('Their words');
		await theirs.page.getByRole('button', { name: 'Save changes' }).click();
		await saved(theirs);
		await mine.page.getByRole('button', { name: 'Save changes' }).click();
		await mine.page.getByText(`${theirs.colleague.email} has changed this meanwhile`).waitFor();
		await mine.page.getByText('Somebody else has changed this too, to: Their title').waitFor();
		await expect.poll(() => fieldOf(mine.page, 'Title').inputValue()).toBe('My title');
		await expect.poll(() => fieldOf(mine.page, 'Cover alt text').inputValue()).toBe('Their words');
		await mine.expectAccessible();
		// Nothing is stored before it is decided.
		await mine.page.getByRole('button', { name: 'Save changes' }).click();
		const title = () =>
			sql`select title from news where news_id = ${content.articles[1]}`.all<{ title: string }>(site.owner);
		expect(await title()).toEqual([{ title: 'Their title' }]);
		await mine.button('Keep mine');
		await mine.button('Save changes');
		await saved(mine);
		expect([await title(), mine.steps()]).toEqual([[{ title: 'My title' }], 2]);
	});

	it('they delete an article: what was written becomes a new one', async () => {
		const { page, open } = owner;
		await open(`/console/news/${content.articles[4]}`);
		await fieldOf(page, 'Title').fill('A night that outlives its article');
		await sql`delete from news where news_id = ${content.articles[4]}`.run(site.owner);
		await page.getByRole('button', { name: /^Save/ }).click();
		await page.getByText('Somebody else has deleted this meanwhile.').waitFor();
		await expect.poll(() => fieldOf(page, 'Title').inputValue()).toBe('A night that outlives its article');
		await page.getByRole('button', { name: /^Save/ }).click();
		await page.waitForURL('**/console/news');
		await page.getByRole('link', { name: 'A night that outlives its article' }).waitFor();
	});
});

it('a text that is too long is kept in the browser, and its field says what it may be', async () => {
	const { page, open } = owner;
	await page.clock.install();
	await open('/console/news/new');
	await page.getByLabel('Title').fill('Too long');
	const text = page.getByRole('textbox', { name: 'Text', exact: true });
	await text.fill('word '.repeat(41_000));
	await page.getByRole('button', { name: 'Save draft' }).click();
	await page.getByText('At most 60000 characters').waitFor();
	await runUntil(page, 500, () => page.getByText('Your changes are kept in this browser.').isVisible());
	await page.reload();
	await page.getByText(/Your unsaved changes of .* are back\./).waitFor();
	await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(DRAFT_MAX);
});

it('an earlier version of an article is shown, and stored again', async () => {
	const { page, open, colleague, expectAccessible } = owner;
	const { path, field } = EDITORS['an article'];
	await open(path());
	const input = fieldOf(page, field);
	for (const text of ['The first words', 'The second words']) {
		await input.fill(text);
		await page.getByRole('button', { name: /^Save/ }).first().click();
		await page.getByRole('button', { name: 'Undo' }).waitFor();
	}
	await page.getByText('Versions').click();
	const versions = page.getByRole('listitem').filter({ hasText: colleague.email });
	await versions
		.nth(1)
		.getByRole('button', { name: /^Show the version of/ })
		.click();
	await expect.poll(() => input.inputValue()).toBe('The first words');
	await expectAccessible();
	await page.getByRole('button', { name: /^Save/ }).first().click();
	await page.getByRole('button', { name: 'Undo' }).waitFor();
	await open(path());
	await expect.poll(() => input.inputValue()).toBe('The first words');
});

it('a browser that keeps nothing says so before anything is lost', async () => {
	const at = await anOperator(site, 'owner');
	await at.context.addInitScript(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('full', 'QuotaExceededError');
		};
	});
	await at.page.route('**/console/drafts', (route) =>
		route.request().method() === 'PUT' ? route.abort() : route.fallback(),
	);
	await write(at, 'an artist', 'Only here');
	await at.page.getByText('Your changes are not kept: stay on this page until they are saved.').waitFor();
	await at.page.getByRole('link', { name: 'Audit trail', exact: true }).click();
	// The edits are kept a moment after the last key.
	await expect
		.poll(() => at.page.getByRole('dialog', { name: 'Leave without saving?' }).innerText())
		.toContain('Your changes could not be kept');
	await at.page.getByRole('button', { name: 'Stay' }).click();
	await expect.poll(() => fieldOf(at.page, 'Native name').inputValue()).toBe('Only here');
});

/** Types a year into a field of a date, from its first part on. */
async function typeYear(field: Locator, year: string): Promise<void> {
	await field.focus();
	for (const key of ['ArrowRight', 'ArrowRight']) await field.press(key);
	await field.page().keyboard.type(year);
}

it('times and days take a year digit by digit; one that clocks skip is an error, and one that comes twice is explained', async () => {
	const { page, open, goTo, complaints } = await anOperator(site, 'owner');
	const wrong = page.getByText('Enter a date from 2000 to 2099');
	await open('/console/orders');
	const filter = page.getByLabel('From (KST)');
	await filter.fill('2026-05-17');
	await typeYear(filter, '2');
	await wrong.waitFor();
	await page.keyboard.type('026');
	await wrong.waitFor({ state: 'detached' });
	await expect.poll(() => filter.inputValue()).toBe('2026-05-17');
	// A day, and a time: every screen has its own from the same two fields, which a promise sees to.
	for (const [path, label, rest] of [
		['/console/rankings/new', 'Last day', '-05-17'],
		['/console/news/new', 'Published', '-05-17T10:30'],
	] as const) {
		await goTo(path);
		await page.getByLabel('Title', { exact: true }).fill('Written with care');
		const field = page.getByLabel(label);
		await field.fill(`2026${rest}`);
		await typeYear(field, '2');
		expect(await field.inputValue()).toBe(`0002${rest}`);
		await page.keyboard.type('031');
		expect(await field.inputValue()).toBe(`2031${rest}`);
		for (const impossible of ['1', '1999', '2100', '275760', '0']) await typeYear(field, impossible);
		// As other browsers and their extensions fill it.
		await field.fill(`1999${rest}`);
		await wrong.waitFor();
		await field.fill(`2031${rest}`);
		await wrong.waitFor({ state: 'detached' });
		expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Written with care');
		await page.getByRole('button', { name: 'Discard' }).first().click();
	}
	await site.owner.query({ text: `update site_setting set timezone = 'America/New_York', timezone_name = 'ET'` });
	await open('/console/news/new');
	const field = page.getByLabel('Published (ET)');
	await field.fill('2097-03-10T02:30');
	await page.getByText('Clocks are set forward over this time: choose another').waitFor();
	await field.fill('2097-11-03T01:30');
	await page.getByText('Clocks show this time twice: the first is meant.').waitFor();
	await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
	await site.owner.query({ text: `update site_setting set timezone = 'Asia/Seoul', timezone_name = 'KST'` });
	expect(complaints).toEqual([]);
});
