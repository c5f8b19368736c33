/** Checks code conventions that a program can enforce. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { iso31661 } from 'iso-3166';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '#contract/values/countries.ts';
import { calls } from '#contract/calls.ts';
import { problems } from '#contract/problems.ts';
import { ROOT, trackedFiles } from './tracked-files.ts';

describe('the code', () => {
	it('has no file above 350 lines that does not say why in its opening comment', async () => {
		const files = await trackedFiles(/\.(ts|tsx|css|mjs)$/);
		const silent = files.filter(
			({ text }) => text.split('\n').length > 351 && !/\blong because\b/i.test(text.slice(0, 1000)),
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	it('has no skipped, focused or sleeping test, and no type or lint rule switched off', async () => {
		const files = await trackedFiles(/^(?!tests\/promises\/).*\.tsx?$/);
		const forbidden =
			/\b(?:it|test|describe)\.(?:skip|only|todo)\b|waitForTimeout|@ts-(?:ignore|expect-error)|\bas any\b|: any\s*[;,)=>\]]|oxlint-disable/;
		expect(files.filter(({ text }) => forbidden.test(text)).map(({ name }) => name)).toEqual([]);
	});

	it('reads the environment in one place of the server', async () => {
		const files = await trackedFiles(/^server\/.*\.ts$/);
		const readers = files.filter(
			({ name, text }) => text.includes('process.env') && name !== 'server/config/config.ts',
		);
		expect(readers.map(({ name }) => name)).toEqual([]);
	});
});

it('the lock file names no download address', async () => {
	expect(await readFile(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

describe('the contract', () => {
	it('knows the countries of ISO 3166-1', () => {
		const assigned = iso31661.filter(({ state }) => state === 'assigned').map(({ alpha2 }) => alpha2);
		expect([...countryCodes]).toEqual(assigned.toSorted());
	});

	it('gives each call a name and a path of its own, and lists only known refusals', () => {
		const names = calls.map(({ endpoint }) => endpoint.name);
		expect(new Set(names).size).toBe(names.length);
		const paths = calls.flatMap(({ endpoint }) => endpoint.methods.map((method) => `${method} ${endpoint.path}`));
		expect(new Set(paths).size).toBe(paths.length);
		for (const { endpoint } of calls) for (const slug of endpoint.problems) expect(problems).toHaveProperty(slug);
	});
});
