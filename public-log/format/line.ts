/** Lines of fields, divided by exactly one space. A field that does not fit its pattern makes the whole line unreadable. */
import canonicalize from 'canonicalize';
import { fromDecimal, textOf } from './bytes.ts';

export interface Field {
	pattern: RegExp;
	read: (field: string) => string | number | null;
}

/** By name, in the order of the line. */
export type Fields = Readonly<Record<string, Field>>;

/** A decimal without sign and leading zeros. */
export const whole: Field = { pattern: /^(?:0|[1-9][0-9]{0,15})$/, read: fromDecimal };
export const text = (pattern: RegExp): Field => ({ pattern, read: (field) => field });

/** @throws {RangeError} if a value does not fit its field */
export function formatFields(fields: Fields, values: Readonly<Record<string, unknown>>): string {
	const parts = Object.entries(fields).map(([name, { pattern, read }]) => {
		const part = String(values[name]);
		if (!pattern.test(part) || read(part) === null) throw new RangeError(`${name}: ${part}`);
		return part;
	});
	return parts.join(' ');
}

/** Null unless the line is exactly what `formatFields` makes of the values. */
export function parseFields(fields: Fields, line: string): Record<string, string | number> | null {
	const names = Object.entries(fields);
	const parts = line.split(' ');
	if (parts.length !== names.length) return null;
	const values: Record<string, string | number> = {};
	for (const [index, [name, { pattern, read }]] of names.entries()) {
		const part = parts[index] as string;
		const value = pattern.test(part) ? read(part) : null;
		if (value === null) return null;
		values[name] = value;
	}
	return values;
}

/** The value of canonical JSON (RFC 8785). Undefined for any other text. */
export function parseCanonical(json: string): unknown {
	try {
		const value: unknown = JSON.parse(json);
		return canonicalize(value) === json ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The type of a line of version 1, and what follows. Null if the bytes are no such line. */
export function splitLine(bytes: Uint8Array): { type: string; rest: string } | null {
	try {
		const [, type, rest] = /^v1 ([a-z]{2,8}) (.+)$/s.exec(textOf(bytes)) ?? [];
		return type === undefined || rest === undefined ? null : { type, rest };
	} catch {
		return null;
	}
}
