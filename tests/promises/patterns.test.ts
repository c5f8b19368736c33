/** No text takes a pattern longer than one pass: redos-detector proves it for every pattern of the server, the contract and the auditor. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isSafe } from 'redos-detector';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const ROOT = join(import.meta.dirname, '../..');

/** These patterns read no text of a visitor. */
const OURS_ALONE: Record<string, string> = {
	'server/config/config.ts': 'reads the environment, once, at the start',
	'server/config/addresses.ts': 'reads the environment, once, at the start',
	'server/db/embedded-server.ts': 'reads names of files that we have made',
	'server/pages/head.ts': 'reads the document that the build made, once, at the start',
};

/** Files that make patterns while the program runs. */
const MAKERS: Record<string, string> = {
	'server/outside/s3/s3.ts': 'reads what the bucket answers',
};

interface Source {
	name: string;
	patterns: RegExp[];
	makesPatterns: boolean;
}

const sources = await readSources();

async function readSources(): Promise<Source[]> {
	const { stdout } = await promisify(execFile)(
		'git',
		['ls-files', '-co', '--exclude-standard', 'server', 'contract', 'public-log'],
		{
			cwd: ROOT,
		},
	);
	const names = stdout
		.split('\n')
		.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^public-log\/tests\//.test(name));
	const texts = await Promise.all(names.map((name) => readFile(join(ROOT, name), 'utf8').catch(() => '')));
	return names.map((name, index) => ({ name, ...patternsOf(name, texts[index] ?? '') }));
}

function patternsOf(name: string, text: string): Omit<Source, 'name'> {
	const patterns: RegExp[] = [];
	let makesPatterns = false;
	const see = (called: object) => {
		makesPatterns ||= 'name' in called && called.name === 'RegExp';
	};
	new Visitor({
		Literal(node) {
			if ('regex' in node) patterns.push(new RegExp(node.regex.pattern, node.regex.flags));
		},
		NewExpression: ({ callee }) => see(callee),
		CallExpression: ({ callee }) => see(callee),
	}).visit(parseSync(name, text).program);
	return { patterns, makesPatterns };
}

/** Is the number of ways to match a text bounded, however long the text is? */
function takesOnePass(pattern: RegExp): boolean {
	// A sticky pattern is tried at one place only, like an anchored one; the tool knows the latter.
	const { source, flags } = pattern;
	const tried = pattern.sticky ? new RegExp(`^(?:${source})`, flags.replace('y', '')) : pattern;
	return isSafe(tried, { timeout: 10_000 }).safe;
}

describe('the tool', () => {
	it('tells a pattern that takes seconds from one that takes one pass', () => {
		expect(takesOnePass(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)).toBe(false);
		expect(takesOnePass(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/)).toBe(true);
		expect(takesOnePass(/\s+$/)).toBe(false);
	});

	it('is given every pattern of a source', () => {
		const text = 'const f = (x: string): boolean => /a+b/i.test(x) && RegExp(x).test(x);';
		expect(patternsOf('example.ts', text)).toEqual({ patterns: [/a+b/i], makesPatterns: true });
	});
});

it.each(sources.filter(({ name, patterns }) => patterns.length > 0 && !OURS_ALONE[name]))(
	'the patterns of $name take one pass',
	({ patterns }) => {
		expect(patterns.filter((pattern) => !takesOnePass(pattern)).map(String)).toEqual([]);
	},
);

it.each(Object.entries({ uuid: z.regexes.uuid(), date: z.regexes.date }))(
	'zod’s pattern for a %s takes one pass',
	(_, pattern) => {
		expect(takesOnePass(pattern)).toBe(true);
	},
);

it('patterns are made at run time in known places only', () => {
	expect(sources.filter(({ makesPatterns }) => makesPatterns).map(({ name }) => name)).toEqual(Object.keys(MAKERS));
	expect(takesOnePass(/^\/api\/v1\/rankings\/vote\/([A-Za-z0-9_-]{1,100})$/)).toBe(true);
});

it('no file is excused that is gone', () => {
	const names = sources.map(({ name }) => name);
	expect(Object.keys(OURS_ALONE).filter((name) => !names.includes(name))).toEqual([]);
});
