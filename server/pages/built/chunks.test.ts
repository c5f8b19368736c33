import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { linkFaces, sourceOf } from './chunks.ts';

it('a page asks for the faces of the letters of its language, and of no other', () => {
	const faces = Object.fromEntries(
		['display-accented', 'text-accented', 'display-vietnamese', 'text-vietnamese'].map((name) => [
			`../ui/fonts/${name}.woff2`,
			{ file: `assets/${name}.woff2` },
		]),
	);
	const asked = (language: string) => linkFaces(faces, language).match(/accented|vietnamese/g) ?? [];
	expect(asked('es')).toEqual(['accented', 'accented']);
	expect(asked('vi')).toEqual(['accented', 'accented', 'vietnamese', 'vietnamese']);
	expect([...asked('en'), ...asked('ko')]).toEqual([]);
});

it.each(Object.keys(pages))('the page %s has a source of its name', (name) => {
	expect(existsSync(join(import.meta.dirname, '../../../web', sourceOf(name)))).toBe(true);
});
