import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stored } from './stored.ts';

/** A browser's storage with room for so many characters, other sites' texts included. It may refuse everything. */
function aStorage(room: number, refuses = false) {
	const texts = new Map<string, string>();
	const used = () => [...texts].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
	const checked = <Result>(work: () => Result): Result => {
		if (refuses) throw new DOMException('refused', 'SecurityError');
		return work();
	};
	const storage = {
		getItem: (name: string) => checked(() => texts.get(name) ?? null),
		removeItem: (name: string) => checked(() => void texts.delete(name)),
		setItem: (name: string, text: string) =>
			checked(() => {
				const before = texts.get(name);
				texts.set(name, text);
				if (used() <= room) return;
				if (before === undefined) texts.delete(name);
				else texts.set(name, before);
				throw new DOMException('full', 'QuotaExceededError');
			}),
	};
	return storage as unknown as Storage;
}

const texts = fc.array(fc.option(fc.string({ minLength: 1, maxLength: 60 })), { minLength: 1, maxLength: 6 });

it('is always what was set last, and a page that is loaded again never finds an older one', () => {
	fc.assert(
		fc.property(texts, fc.nat(80), fc.boolean(), (sets, room, refuses) => {
			const storage = aStorage(room, refuses);
			const page = stored('token', () => storage);
			for (const text of sets) {
				page.set(text);
				expect(page.get()).toBe(text);
				expect([text, null]).toContain(stored('token', () => storage).get());
			}
		}),
	);
});

it('makes room for itself where the text before took it', () => {
	const storage = aStorage('token'.length + 10);
	const page = stored('token', () => storage);
	page.set('a'.repeat(10));
	page.set('b'.repeat(10));
	expect(stored('token', () => storage).get()).toBe('b'.repeat(10));
});
