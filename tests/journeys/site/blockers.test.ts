/** Extensions that block files by words of advertising in their names. A page that meets one is in home.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BLOCKED_WORDS } from '../../../build/blocked-words.ts';
import { ROOT, trackedFiles } from '../../promises/tracked-files.ts';

it('no built file has such a name, and no class of the fans’ pages', async () => {
	const files = ['web', 'console'].flatMap((app) => {
		const older = readFileSync(join(ROOT, 'dist', app, 'kept-assets.json'), 'utf8');
		return readdirSync(join(ROOT, 'dist', app, 'assets')).filter((file) => !older.includes(`"${file}"`));
	});
	expect(files.length).toBeGreaterThan(50);
	expect(files.filter((file) => BLOCKED_WORDS.test(file))).toEqual([]);
	const styles = await trackedFiles(/^(?:web|ui)\/.*\.css$/);
	const classes = styles.flatMap(({ text }) => text.match(/\.[a-z][\w-]+/g) ?? []);
	expect(classes.length).toBeGreaterThan(500);
	expect(new Set(classes.filter((name) => BLOCKED_WORDS.test(name.slice(1))))).toEqual(new Set());
});
