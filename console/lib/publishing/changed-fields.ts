/** Compares two states of an editor's values, in short words. */

export interface ChangedField {
	field: string;
	/** Null if the value cannot be said in a few words, such as a picture or an article. */
	before: string | null;
	after: string;
}

interface Words {
	empty: string;
	yes: string;
	no: string;
	/** Stands for a value that cannot be said in a few words. */
	other: string;
}

const SHORT = 60;

export function changedFields(before: object, after: object, words: Words): ChangedField[] {
	const old = new Map<string, unknown>(Object.entries(before));
	return Object.entries(after)
		.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)))
		.map(([field, value]) => {
			const [said, now] = [wordOf(old.get(field), words), wordOf(value, words)];
			return said === null || now === null
				? { field, before: null, after: words.other }
				: { field, before: said, after: now };
		});
}

function wordOf(value: unknown, { empty, yes, no }: Words): string | null {
	if (value === '' || value === null || value === undefined) return empty;
	if (typeof value === 'boolean') return value ? yes : no;
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.length > SHORT || value.startsWith('<')) return null;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace('T', ' ') : value;
}
