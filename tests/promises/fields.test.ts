/** Numbers that people type are read in one place: a field of its own would repair them, and act on another number. */
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** The fields for numbers. */
const DOORS: Record<string, string> = {
	'console/features/goods/goods-editor.tsx': 'a price, read by console/lib/form/price.ts',
	'console/lib/form/fields.tsx': 'whole numbers, read by client/read-numbers.ts',
	'web/features/voting/amount-field.tsx': 'votes, read by client/read-numbers.ts',
	'web/lib/time.ts': 'reads what Intl has written',
};

/** A number that somebody enters, or a text of which only the digits are kept. */
const NUMBER_FIELDS = [
	/type=["'{`]+number/,
	/inputMode=["'{`]+(?:numeric|decimal)/,
	/valueAsNumber/,
	/\b(?:parseInt|parseFloat)\([^)]*(?:value|text|words|typed)/,
	/replace(?:All)?\(\/[^/]*(?:\\D|\[\^[^\]]*(?:\\d|0-9))[^/]*\//,
	/split\(\/[^/]*(?:\\D|\[\^[^\]]*(?:\\d|0-9))[^/]*\//,
];

it('a number is entered in a field that reads it as it is written', async () => {
	const files = await trackedFiles(/^(?:web|console|ui|client)\/.*(?<!\.test)\.tsx?$/);
	const found = files.filter(({ text }) => NUMBER_FIELDS.some((pattern) => pattern.test(text))).map(({ name }) => name);
	expect(found.filter((name) => DOORS[name] === undefined)).toEqual([]);
});

it.each([
	'<input type="number" />',
	"<TextField inputMode='decimal' />",
	"text.replaceAll(/(?!^-)\\D/g, '')",
	"text.replace(/[^0-9]/g, '')",
	'text.split(/[^\\d]+/)',
	'Number.parseInt(event.target.value)',
])('finds %s', (text) => expect(NUMBER_FIELDS.some((pattern) => pattern.test(text))).toBe(true));
