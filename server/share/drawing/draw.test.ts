import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { MediaStore } from '#server/media/store.ts';
import type { Facts, Singer } from '../facts.ts';
import { openDrawing } from './draw.ts';
import { SIZE } from './sheet.ts';

const shared = { product: 'Lightstick', fandoms: [] };
const nothing: Pick<MediaStore, 'read' | 'list'> = { read: async () => null, list: async () => [] };
const drawWith = (store: Partial<MediaStore>) => openDrawing({ ...nothing, ...store } as MediaStore);
const draw = drawWith({});

const news = (title: string, cover: string | null = null): Facts => ({ ...shared, kind: 'news', title, cover });
const singer = (name: string, nativeName: string | null = null, portrait: string | null = null): Singer => {
	return { name, nativeName, nativeLang: null, color: null, portrait };
};
const artist = (who: Singer, chart: string | null = null): Facts => {
	return { ...shared, kind: 'artist', singer: who, chart, rank: null, tickets: 0, gap: null };
};

/** The right margin, where no text may stand. */
async function marginOf(picture: Buffer): Promise<number> {
	const margin = sharp(picture).extract({ left: SIZE.width - 60, top: 0, width: 60, height: 400 });
	return Math.max(...(await margin.greyscale().raw().toBuffer()));
}

let dark: number;
beforeAll(async () => {
	dark = await marginOf(await draw(news(''), 'en'));
});

it.each(['W', '漢', '표', 'ก', 'g-', 'W '])('keeps 200 times %j inside', async (part) => {
	const long = part.repeat(200);
	for (const facts of [news(long), artist(singer(long, long), long), { ...news('Tide'), product: long }])
		expect(await marginOf(await draw(facts, 'en'))).toBeLessThanOrEqual(dark + 8);
});

it('calls an artist by the other name where no font has the script', async () => {
	const plain = await draw(artist(singer('표지운')), 'en');
	for (const other of [singer('ليلى', '표지운'), singer('표지운', 'ليلى'), singer('🎉표지운🎉')])
		expect(await draw(artist(other), 'en')).toEqual(plain);
});

it('is drawn without a picture that is damaged, missing or refused', async () => {
	const address = `/media/${'a'.repeat(32)}/640.webp`;
	const plain = await draw(artist(singer('Nova')), 'en');
	const away = () => Promise.reject(new Error('the store is away'));
	for (const read of [async () => Buffer.from('no picture'), async () => null, away])
		expect(await drawWith({ read })(artist(singer('Nova', null, address)), 'en')).toEqual(plain);
});
