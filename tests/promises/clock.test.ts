/** SQL reads the time from `lightstick_now()` alone, so that a test can set the clock of everything at once. */
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const OTHER_CLOCKS =
	/(?<!lightstick_)\bnow\(\)|'now'|\b(?:clock_timestamp|current_timestamp|statement_timestamp|transaction_timestamp|localtimestamp|localtime|current_date|current_time|timeofday)\b/i;

/** Where PostgreSQL's own clock is meant. */
const ALLOWED: { phrase: RegExp; why: string }[] = [
	{ phrase: /^\s*return clock_timestamp\(\);?$/gim, why: 'the body of lightstick_now() itself' },
	{ phrase: /^clock_timestamp\(\)$/g, why: "server/kernel/site-times.ts compares the machine's clocks" },
	{
		phrase: /applied_at timestamp(?:tz| with time zone) not null default clock_timestamp\(\)/gi,
		why: 'the table of applied migrations is created before lightstick_now() exists',
	},
];

interface Sql {
	name: string;
	text: string;
}

/** Strings and templates of a program; comments are not among them, nor is the program's own `now()`. */
function stringsOf(name: string, text: string): Sql[] {
	const strings: string[] = [];
	new Visitor({
		Literal: ({ value }) => void (typeof value === 'string' && strings.push(value)),
		TemplateElement: ({ value }) => void strings.push(value.cooked ?? value.raw),
	}).visit(parseSync(name, text).program);
	return strings.map((string) => ({ name, text: string }));
}

async function readSql(): Promise<Sql[]> {
	const programs = await trackedFiles(/^(?:server|db)\/.*(?<!\.test)\.ts$/);
	const scripts = await trackedFiles(/^(?:server|db)\/.*\.sql$/);
	return [
		...programs.flatMap(({ name, text }) => stringsOf(name, text)),
		...scripts.map(({ name, text }) => ({ name, text: text.replaceAll(/--.*$/gm, '') })),
	];
}

const asksAnotherClock = ({ text }: Sql) =>
	OTHER_CLOCKS.test(ALLOWED.reduce((rest, { phrase }) => rest.replaceAll(phrase, ''), text));

it('asks the time of one function in SQL', async () => {
	const sql = await readSql();
	expect(sql.filter(({ text }) => /\bselect\b/i.test(text)).length).toBeGreaterThan(100);
	expect(sql.filter(asksAnotherClock)).toEqual([]);
});
