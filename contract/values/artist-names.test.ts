import { expect, it } from 'vitest';
import { nameIn, namesIn } from './artist-names.ts';
import { languages } from './languages.ts';

const korean = { en_name: 'Jiwoon Pyo', native_name: '표지운', native_lang: 'ko' };
const thai = { en_name: 'Mali', native_name: 'มะลิ', native_lang: 'th' };

it('calls artists by the name that readers of the language can read', () => {
	const first = Object.keys(languages).filter((language) => nameIn(language, korean) === '표지운');
	expect(first).toEqual(['ko', 'ja', 'zh-TW', 'zh-CN']);
	expect(nameIn('th', thai)).toBe('มะลิ');
	for (const language of ['vi', 'ko']) expect(nameIn(language, thai)).toBe('Mali');
	expect(nameIn('ja', { ...korean, native_lang: null })).toBe('표지운');
});

it.each([null, 'Jiwoon Pyo'])('shows one name where the native name is %s', (native_name) => {
	for (const language of Object.keys(languages)) {
		expect(namesIn(language, { ...korean, native_name })).toEqual([{ text: 'Jiwoon Pyo' }, null]);
	}
});
