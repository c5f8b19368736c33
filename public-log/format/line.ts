/**
 * Leaves as lines of text: `v1`, the type, and fields that are divided by exactly one space, or canonical JSON. A leaf that
 * does not fit its grammar is unreadable as a whole.
 */
import canonicalize from 'canonicalize';
import { textIn, utf8, type Bytes } from './bytes.ts';

interface Field<Value = string | number | null> {
	/** Without spaces, and without anchors. */
	pattern: RegExp;
	/** Undefined if the text does not fit. */
	read: (field: string) => Value | undefined;
}

/** By name, in the order of the line. */
export type Fields = Readonly<Record<string, Field>>;

const VERSION = 'v1';
const NONE = '-';

/** A decimal without sign and leading zeros. */
export const whole: Field<number> = {
	pattern: /0|[1-9][0-9]{0,15}/,
	read: (field) => (Number.isSafeInteger(Number(field)) ? Number(field) : undefined),
};
/** The same, or a hyphen for null. */
export const wholeOrNone: Field<number | null> = {
	pattern: /-|0|[1-9][0-9]{0,15}/,
	read: (field) => (field === NONE ? null : whole.read(field)),
};
export const text = <Value extends string = string>(pattern: RegExp): Field<Value> => ({
	pattern,
	read: (field) => field as Value,
});

type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;
type LeafOf<Type, Of> = { type: Type } & { -readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** Any leaf of a grammar: `Types` have fields, `Json` is the type of those with JSON. */
export type LeafIn<Types, Json> =
	| { [Type in keyof Types]: LeafOf<Type, Types[Type]> }[keyof Types]
	| { type: Json; json: unknown };

export interface Grammar<Leaf> {
	/** @throws {RangeError} if a field does not fit the grammar */
	format(leaf: Leaf): Bytes;
	/** Null unless the bytes are exactly what `format` makes of the leaf. */
	parse(bytes: Uint8Array): Leaf | null;
}

/** @param lineBytesMax of a leaf without JSON */
export function grammarOf<Types extends Readonly<Record<string, Fields>>, Json extends string>(
	fieldsOf: Types,
	jsonTypes: readonly Json[],
	lineBytesMax: number,
): Grammar<LeafIn<Types, Json>> {
	const lines = new Map(Object.entries(fieldsOf).map(([type, fields]) => [type, lineOf(fields)]));
	return {
		format(leaf) {
			const { type, ...values } = leaf as { type: string; json?: unknown };
			const rest = lines.get(type)?.format(values) ?? canonicalize(values.json);
			return utf8(`${VERSION} ${type} ${rest}`);
		},
		parse(bytes) {
			const line = textIn(bytes) ?? '';
			const [head = '', type = ''] = /^v1 ([a-z]{2,8}) /.exec(line) ?? [];
			const rest = line.slice(head.length);
			const isJson = (jsonTypes as readonly string[]).includes(type);
			const fits = bytes.length <= lineBytesMax;
			const values = isJson ? parseCanonical(rest) : fits ? (lines.get(type)?.parse(rest) ?? null) : null;
			return values && ({ type, ...values } as LeafIn<Types, Json>);
		},
	};
}

/** The fields of one type behind each other. */
function lineOf(fields: Fields) {
	const names = Object.keys(fields);
	const reads = Object.values(fields).map(({ read }) => read);
	const pattern = new RegExp(
		`^${Object.values(fields)
			.map((field) => `(${field.pattern.source})`)
			.join(' ')}$`,
	);

	function parse(line: string): object | null {
		const parts = pattern.exec(line);
		if (!parts) return null;
		const values: Record<string, unknown> = {};
		for (const [index, read] of reads.entries()) {
			const value = read(parts[index + 1] as string);
			if (value === undefined) return null;
			values[names[index] as string] = value;
		}
		return values;
	}

	return {
		parse,
		format(values: Readonly<Record<string, unknown>>): string {
			const line = names.map((name) => `${(values[name] as string | number | null) ?? NONE}`).join(' ');
			if (!parse(line)) throw new RangeError(`No leaf of ${names.join(', ')}: ${line}`);
			return line;
		},
	};
}

/** Canonical JSON is that of RFC 8785. */
function parseCanonical(line: string): { json: unknown } | null {
	try {
		const json: unknown = JSON.parse(line);
		// Objects of this language cannot hold the name, so that no check would see what is below it.
		return canonicalize(json) === line && !line.includes('"__proto__":') ? { json } : null;
	} catch {
		return null;
	}
}
