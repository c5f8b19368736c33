import { expect, test } from 'vitest';
import { followCursor, type Part } from './follow-cursor.ts';

function book(parts: Record<string, Part<number>>) {
	const asked: (string | undefined)[] = [];
	const read = (cursor: string | undefined) => {
		asked.push(cursor);
		return Promise.resolve(parts[cursor ?? 'start'] ?? { items: [], next: null });
	};
	return { asked, read };
}

test('a fan with more records than one answer holds sees all of them', async () => {
	const { asked, read } = book({
		start: { items: [5, 4], next: '4' },
		'4': { items: [3, 2], next: '2' },
		'2': { items: [1], next: null },
	});
	expect(await followCursor(read)).toEqual([5, 4, 3, 2, 1]);
	expect(asked).toEqual([undefined, '4', '2']);
});

test('one answer is enough where it is the last', async () => {
	const { asked, read } = book({ start: { items: [], next: null } });
	expect(await followCursor(read)).toEqual([]);
	expect(asked).toHaveLength(1);
});

test('a cursor that leads in a circle is an error, not a page that loads for ever', async () => {
	const { read } = book({ start: { items: [1], next: 'a' }, a: { items: [2], next: 'a' } });
	await expect(followCursor(read)).rejects.toThrow('came back');
});
