import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLanguage, languages } from '#contract/values/languages.ts';
import { texts, type TextName } from '#server/languages/texts.ts';
import { translate } from '#server/languages/translate.ts';
import { openFonts } from './fonts.ts';
import { openRenderer } from './takumi.ts';

const fonts = openFonts(openRenderer());

it.each(Object.keys(languages).filter(isLanguage))('have every character of our words in %s', async (language) => {
	const ours = (Object.keys(texts) as TextName[]).filter((name) => name.startsWith('share'));
	const numbers = [1, 1_234_567].map((tickets) => ({ tickets, rank: 12 }));
	const text = numbers.flatMap((values) => ours.map((name) => translate(language, name, values))).join('');
	expect(await fonts.prepare(text, language, 'display')).toBe(text.normalize('NFC'));
});

it('have names in the scripts of artists, whatever the language of the picture', async () => {
	const names = 'Jiwoon Pyo 표지운 花澤みなと 林澄宇 张海 น้ำฝน Nguyễn Ánh Íñigo Conceição Дина';
	expect(await fonts.prepare(names, 'th', 'text')).toBe(names);
	expect(await fonts.prepare(names.normalize('NFD'), 'th', 'text')).toBe(names);
});

it.each([
	['🎉 HAPPY BIRTHDAY 🎂 표지운', 'HAPPY BIRTHDAY 표지운'],
	['Mina❤️‍🔥 👩‍🎤', 'Mina'],
	['🇰🇷🇰🇷', ''],
	['1️⃣ rank', '1 rank'],
	['مرحبا Nova', 'Nova'],
	['★♥①㈜ 𠮷', '★♥①㈜ 𠮷'],
	['two\nlines', 'two lines'],
])('take %s as %s', async (written, drawn) => {
	for (const face of ['display', 'text'] as const)
		for (const language of ['en', 'ko', 'zh-CN', 'th'])
			expect(await fonts.prepare(written, language, face)).toBe(drawn);
});

it('draw every character that they leave, of all planes', async () => {
	const renderer = openRenderer();
	const own = openFonts(renderer);
	const samples = fc.sample(fc.string({ unit: 'grapheme', minLength: 40, maxLength: 40 }), { numRuns: 12, seed: 42 });
	for (const written of samples) {
		const drawn = await own.prepare(written, 'en', 'display');
		expect(await own.prepare(drawn, 'en', 'display')).toBe(drawn);
		for (const character of drawn) expect(written.normalize('NFC')).toContain(character);
	}
});
