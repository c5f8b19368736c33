/**
 * Leaves as lines of text: `v1`, the type, and fields that are divided by exactly one space, or canonical JSON. A leaf that
 * does not fit its grammar is unreadable as a whole.
 */
import canonicalize from 'canonicalize';
import { textIn, utf8, type Bytes } from './bytes.ts';

interface Field<Value = string | number | null> {
	pattern: RegExp;
	/** Undefined if the text, which fits the pattern, is no such value. */
	read: (field: string) => Value | undefined;
}

/** By name, in the order of the line. */
export type Fields = Readonly<Record<string, Field>>;

const NONE = '-';

/** A decimal without sign and leading zeros. */
export const whole: Field<number> = {
	pattern: /^(?:0|[1-9][0-9]{0,15})$/,
	read: (field) => (Number(field) <= Number.MAX_SAFE_INTEGER ? Number(field) : undefined),
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
	type AnyLeaf = LeafIn<Types, Json>;
	// A log has millions of leaves: each is read without a look at its names.
	const lines = new Map(
		Object.entries(fieldsOf).map(([type, fields]) => [
			type,
			{ names: Object.keys(fields), fields: Object.values(fields) },
		]),
	);

	function parse(bytes: Uint8Array): AnyLeaf | null {
		const line = textIn(bytes) ?? '';
		const type = line.slice(3, line.indexOf(' ', 3));
		if ((jsonTypes as readonly string[]).includes(type))
			return line.startsWith('v1 ') ? (parseCanonical(type, line.slice(4 + type.length)) as AnyLeaf | null) : null;
		const grammar = bytes.length > lineBytesMax ? undefined : lines.get(type);
		const [version, , ...parts] = grammar ? line.split(' ') : [];
		if (!grammar || version !== 'v1' || parts.length !== grammar.names.length) return null;
		const leaf: Record<string, unknown> = { type };
		for (let at = 0; at < parts.length; at += 1) {
			const [part, field] = [parts[at] as string, grammar.fields[at] as Field];
			const value = field.pattern.test(part) ? field.read(part) : undefined;
			if (value === undefined) return null;
			leaf[grammar.names[at] as string] = value;
		}
		return leaf as AnyLeaf;
	}

	return {
		parse,
		format(leaf) {
			const { type, json, ...rest } = leaf as { type: string; json?: unknown };
			const values = rest as Record<string, string | number | null>;
			const fields = lines.get(type)?.names.map((name) => values[name] ?? NONE);
			const line = `v1 ${type} ${fields?.join(' ') ?? canonicalize(json)}`;
			const bytes = utf8(line);
			if (fields && !parse(bytes)) throw new RangeError(line);
			return bytes;
		},
	};
}

/** Canonical JSON is that of RFC 8785. */
function parseCanonical(type: string, line: string): { type: string; json: unknown } | null {
	try {
		const json: unknown = JSON.parse(line);
		// Objects of this language cannot hold the name, so that no check would see what is below it.
		return canonicalize(json) === line && !line.includes('"__proto__":') ? { type, json } : null;
	} catch {
		return null;
	}
}
