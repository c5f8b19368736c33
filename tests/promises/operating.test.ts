/** Checks that the documented settings are those that the configuration reads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variablesRead } from './variables-read.ts';

const DOCS = join(import.meta.dirname, '../../docs/operating');
const VARIABLE = /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g;

const read = (page: string) => readFile(join(DOCS, page), 'utf8');
const namesIn = (text: string) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name);

describe('docs/operating', () => {
	it('lists every variable that the configuration reads, and no other', async () => {
		const page = await read('README.md');
		const rows = page.split('\n').filter((line) => line.startsWith('| `'));
		const listed = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''));
		const told = variablesRead().filter((name) => !name.endsWith('_FILE') && !name.startsWith('NODE_'));
		expect(listed.toSorted()).toEqual(told);
		expect(page).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
	});

	it('lists every secret that may come from a file, with how to rotate it', async () => {
		const page = await read('secrets.md');
		const files = variablesRead().filter((name) => name.endsWith('_FILE'));
		expect(
			namesIn(page)
				.filter((name) => name.endsWith('_FILE'))
				.toSorted(),
		).toEqual(files);
		const rotated = page.slice(page.indexOf('## Rotation'));
		expect(files.map((name) => name.replace(/_FILE$/, '')).filter((name) => !rotated.includes(`\`${name}\``))).toEqual(
			[],
		);
	});
});
