/** The amount of a vote as keys, the clipboard and input methods write it, in the languages of the site. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
let fan: Person;
let artistId: number | undefined;

beforeAll(async () => {
	({
		artistIds: [artistId],
	} = await aContest(site.owner, 'november', { tab: 'solo', artists: ['Ayu Bara'] }));
	fan = await aPerson(site.owner, 'typist', { earned: 10_000_000 });
});

const typist = beforeTests(() => site.visitor({ as: fan, width: 390 }));

async function theField(language: string) {
	const { page, open, context } = typist;
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await open(`/leader-board?lang=${language}&vote=${artistId}`);
	const dialog = page.getByRole('dialog', { name: 'Ayu Bara' });
	const field = dialog.getByRole('textbox');
	await field.waitFor();
	const vote = dialog.locator('button[type=submit]');
	return {
		page,
		field,
		/** Digits of the number that the button offers. Empty if it offers none. */
		offered: async () => ((await vote.isDisabled()) ? '' : (await vote.innerText()).replaceAll(/\D/g, '')),
		async paste(text: string) {
			await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
			await field.press('Control+a');
			await field.press('Control+v');
		},
	};
}

/** The mark of decimals is never one of groups, and the other way round. */
const LANGUAGES = [
	{ language: 'en', group: ',', decimal: '.' },
	{ language: 'es', group: '.', decimal: ',' },
	{ language: 'vi', group: '.', decimal: ',' },
	{ language: 'ko', group: ',', decimal: '.' },
];

describe.each(LANGUAGES)('in $language', ({ language, group, decimal }) => {
	it('what is no whole number is refused by keys and by paste alike', async () => {
		const { field, offered, paste, page } = await theField(language);
		const texts = [
			`10${group}00`,
			`10${decimal}00`,
			`1${group}5`,
			`1${decimal}5`,
			`0${group}500`,
			`1${group}000${decimal}00`,
			'²',
			'1e3',
			'٥٠',
		];
		for (const text of texts) {
			await field.fill('');
			await page.keyboard.type(text);
			expect(await offered(), `${text} typed`).toBe('');
			await field.fill('12345');
			await paste(text);
			expect(await offered(), `${text} pasted`).toBe('');
			expect(await field.inputValue()).toBe(text);
		}
	});

	it('a grouped number is read, and the field moves its own marks while digits come and go', async () => {
		const { field, offered, paste, page } = await theField(language);
		await paste(`12${group}345`);
		expect(await offered()).toBe('12345');
		await field.fill('10000');
		await field.press('Home');
		await field.press('ArrowRight');
		await page.keyboard.type('5');
		expect(await offered()).toBe('150000');
		await field.press('End');
		await field.press('Backspace');
		expect(await offered()).toBe('15000');
		expect(await field.inputValue()).toBe(`15${group}000`);
		await page.keyboard.type('７');
		expect(await offered()).toBe('150007');
	});
});

it('an input method may compose its digits: they are counted once', async () => {
	const { page, field, offered } = await theField('ja');
	const devtools = await page.context().newCDPSession(page);
	await field.focus();
	for (const text of ['１', '１２', '１２３', '１２３４']) {
		await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
		expect(await field.inputValue()).toBe(text);
	}
	await expect.poll(offered).toBe('1234');
	await devtools.send('Input.insertText', { text: '１２３４' });
	await expect.poll(() => field.inputValue()).toBe('1,234');
	expect(await offered()).toBe('1234');
});
