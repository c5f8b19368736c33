/**
 * Leaves as lines of text: `v1`, the type, and fields that are divided by exactly one space, or canonical JSON. A leaf that
 * does not fit its grammar is unreadable as a whole.
 */
import canonicalize from 'canonicalize';
import { fromDecimal, textIn, utf8, type Bytes } from './bytes.ts';

interface Field<Value = string | number | null> {
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
	pattern: /^(?:0|[1-9][0-9]{0,15})$/,
	read: (field) => fromDecimal(field) ?? undefined,
};
/** The same, or a hyphen for null. */
export const wholeOrNone: Field<number | null> = {
	pattern: /^(?:-|0|[1-9][0-9]{0,15})$/,
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
	const isJson = (type: string) => (jsonTypes as readonly string[]).includes(type);
	return {
		format(leaf) {
			const { type, ...values } = leaf as { type: string; json?: unknown };
			const rest = isJson(type) ? canonicalize(values.json) : formatFields(fieldsOf[type] as Fields, values);
			return utf8(`${VERSION} ${type} ${rest}`);
		},
		parse(bytes) {
			const [, type = '', rest = ''] = /^v1 ([a-z]{2,8}) (.+)$/s.exec(textIn(bytes) ?? '') ?? [];
			const fits = Object.hasOwn(fieldsOf, type) && bytes.length <= lineBytesMax;
			const values = isJson(type) ? parseCanonical(rest) : fits ? parseFields(fieldsOf[type] as Fields, rest) : null;
			return values && ({ type, ...values } as LeafIn<Types, Json>);
		},
	};
}

function formatFields(fields: Fields, values: Readonly<Record<string, unknown>>): string {
	const parts = Object.entries(fields).map(([name, { pattern, read }]) => {
		const part = `${(values[name] as string | number | null) ?? NONE}`;
		if (!pattern.test(part) || read(part) === undefined) throw new RangeError(`${name}: ${part}`);
		return part;
	});
	return parts.join(' ');
}

function parseFields(fields: Fields, line: string): object | null {
	const names = Object.entries(fields);
	const parts = line.split(' ');
	if (parts.length !== names.length) return null;
	const values: Record<string, unknown> = {};
	for (const [index, [name, { pattern, read }]] of names.entries()) {
		const part = parts[index] as string;
		values[name] = pattern.test(part) ? read(part) : undefined;
		if (values[name] === undefined) return null;
	}
	return values;
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
