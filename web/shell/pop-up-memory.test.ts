import { expect, test } from 'vitest';
import { isDue, rememberDismissal } from './pop-up-memory.ts';

function storage(text: string | null = null) {
	const kept = new Map<string, string>(text === null ? [] : [['popup_dismissed', text]]);
	return {
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, value: string) => void kept.set(name, value),
	};
}

const friday = new Date(2026, 10, 20, 9);
const saturday = new Date(2026, 10, 21, 9);

test('[S4-05] a fan who dismissed nothing sees the pop-up', () => {
	expect(isDue(storage(), 'a', friday)).toBe(true);
});

test('[S4-06, S4-07, S3-24] a pop-up that was dismissed stays away for the rest of the day', () => {
	const store = storage();
	rememberDismissal(store, 'a', friday);
	expect(store.getItem('popup_dismissed')).toBe('{"a":20}');
	expect(isDue(store, 'a', new Date(2026, 10, 20, 23))).toBe(false);
	expect(isDue(store, 'a', saturday)).toBe(true);
});

test('another pop-up is shown on the same day, and both are remembered', () => {
	const store = storage('{"a":20}');
	expect(isDue(store, 'b', friday)).toBe(true);
	rememberDismissal(store, 'b', friday);
	expect(store.getItem('popup_dismissed')).toBe('{"a":20,"b":20}');
});

test.each(['', 'nonsense', '[]', 'null', '7'])('a memory that holds %j is no memory', (text) => {
	expect(isDue(storage(text), 'a', friday)).toBe(true);
});
