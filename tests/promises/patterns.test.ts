/** No text takes a pattern longer than one pass: redos-detector proves it for every pattern of the server, the contract and the auditor. */
import { isSafe } from 'redos-detector';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { trackedFiles } from './tracked-files.ts';

/** These patterns read no text of a visitor. */
const OURS_ALONE: Record<string, string> = {
	'server/config/config.ts': 'reads the environment, once, at the start',
	'server/config/addresses.ts': 'reads the environment, once, at the start',
	'server/db/embedded-server.ts': 'reads names of files that we have made',
	'server/pages/head.ts': 'reads the document that the build made, once, at the start',
};

const files = await trackedFiles(/^(?:server|contract|public-log(?!\/tests\/))\/.*(?<!\.test)\.ts$/);
const sources = files.map(({ name, text }) => {
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
	return { name, patterns, makesPatterns };
});

/** Is the number of ways to match a text bounded, however long the text is? */
function takesOnePass(pattern: RegExp): boolean {
	// A sticky pattern is tried at one place only, like an anchored one; the tool knows the latter.
	const { source, flags } = pattern;
	const tried = pattern.sticky ? new RegExp(`^(?:${source})`, flags.replace('y', '')) : pattern;
	return isSafe(tried, { timeout: 10_000 }).safe;
}

it.each(sources.filter(({ name, patterns }) => patterns.length > 0 && !OURS_ALONE[name]))(
	'the patterns of $name take one pass',
	({ patterns }) => expect(patterns.filter((pattern) => !takesOnePass(pattern)).map(String)).toEqual([]),
);

it.each([z.regexes.uuid(), z.regexes.date])('zod’s pattern %s takes one pass', (pattern) => {
	expect(takesOnePass(pattern)).toBe(true);
});

it('patterns are made at run time, and excused, in known places only', () => {
	const makers = sources.filter(({ makesPatterns }) => makesPatterns).map(({ name }) => name);
	// It reads what the bucket answers.
	expect(makers).toEqual(['server/outside/s3/s3.ts']);
	expect(sources.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(OURS_ALONE)));
});
