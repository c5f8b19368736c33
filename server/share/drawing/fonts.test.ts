import { describe, expect, it } from 'vitest';
import { isLanguage, languages } from '#contract/values/languages.ts';
import { wordsIn } from '../words.ts';
import { openFonts } from './fonts.ts';
import { openRenderer } from './takumi.ts';

describe('the fonts of share pictures', () => {
	const fonts = openFonts(openRenderer());

	it.each(Object.keys(languages).filter(isLanguage))('have every character of our words in %s', async (language) => {
		const own = wordsIn(language);
		const said = [own.votedFor, own.finalResult, own.invitation, own.votesOf(1), own.votesOf(1_234_567)];
		const gaps = [own.leads('43,324'), own.behind('43.324', '12'), own.level('1')];
		expect(await fonts.prepare([...said, ...gaps].join(''), language, 'display')).toBe('');
	});

	it('have names in the scripts of artists, whatever the language of the picture', async () => {
		const names = 'Jiwoon Pyo 표지운 花澤みなと 林澄宇 张海 น้ำฝน Nguyễn Ánh Íñigo Conceição Дина';
		expect(await fonts.prepare(names, 'th', 'text')).toBe('');
	});

	it('say what they do not have', async () => {
		expect(await fonts.prepare('a\u{12000}', 'en', 'text')).toBe('\u{12000}');
	});
});
