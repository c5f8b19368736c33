import { beforeEach, expect, it } from 'vitest';
import { keepPages } from './kept-pages.ts';
import type { PageToRender } from './renderer.ts';

let time: number;
let rendered: string[];
beforeEach(() => {
	time = 0;
	rendered = [];
});

const open = (fails = false) =>
	keepPages(
		({ address }) => {
			rendered.push(address);
			return fails ? Promise.reject(new Error('broken')) : Promise.resolve({ html: `<p>${address}</p>`, hall: '' });
		},
		() => time,
	);
const article = (title = 'Tide', address = '/news/1'): PageToRender => ({
	address,
	language: 'en',
	firstScreen: { '["news"]': { title } },
});
const chart = (tickets: number): PageToRender => ({
	address: '/leader-board',
	language: 'en',
	firstScreen: { '["chart"]': { title: 'November', artist_list: [{ tickets }] } },
});

it('renders a page once for all who ask at once, and within a second', async () => {
	const pages = open();
	const [one, other] = await Promise.all([pages.read(article()), pages.read(article())]);
	expect(other).toBe(one);
	await pages.read(article());
	expect(rendered).toEqual(['/news/1']);
	time = 1_000;
	await pages.read(article());
	expect(rendered).toHaveLength(2);
});

it('renders anew at once what somebody has changed, and what votes change once a second, with its data', async () => {
	const pages = open();
	await pages.read(article());
	expect((await pages.read(article('High Tide')))?.firstScreen).toEqual({ '["news"]': { title: 'High Tide' } });
	await pages.read(chart(1));
	expect((await pages.read(chart(2)))?.firstScreen).toEqual(chart(1).firstScreen);
	time = 1_000;
	expect((await pages.read(chart(2)))?.firstScreen).toEqual(chart(2).firstScreen);
	expect(rendered).toHaveLength(4);
});

it('keeps languages apart', async () => {
	const pages = open();
	await pages.read(article());
	await pages.read({ ...article(), language: 'ko' });
	expect(rendered).toHaveLength(2);
});

it('renders a bounded number of addresses a second, and sends others without', async () => {
	const pages = open();
	const all = await Promise.all(Array.from({ length: 10_000 }, (_, id) => pages.read(article('Tide', `/news/${id}`))));
	expect(rendered.length).toBeLessThanOrEqual(200);
	expect(all.filter((page) => page === null)).toHaveLength(10_000 - rendered.length);
	// Pages that are kept go on.
	expect(await pages.read(article('Tide', '/news/0'))).not.toBeNull();
});

it('sends a page without what costs too much, or cannot be rendered', async () => {
	expect(await open().read(article('x'.repeat(2_000_000)))).toBeNull();
	expect(rendered).toEqual([]);
	const broken = open(true);
	expect([await broken.read(article()), await broken.read(article())]).toEqual([null, null]);
	expect(rendered).toHaveLength(2);
});
