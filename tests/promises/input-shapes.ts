/** Walks the schema of an input and finds its unbounded fields and its numbers. */
import * as z from 'zod/mini';

export interface NumberField {
	/** The name of the nearest field. */
	field: string;
	min: number;
	max: number;
}

export interface Faults {
	wrong: string[];
	numbers: NumberField[];
}

type Schema = z.core.$ZodTypes;

export function faultsOf(shape: z.ZodMiniType, name: string): Faults {
	const faults: Faults = { wrong: [], numbers: [] };
	walk(shape as unknown as Schema, name, faults);
	return faults;
}

/** Lists of values, and what a pipe's next shape bounds. */
const BOUNDED = new Set(['enum', 'literal', 'boolean', 'null', 'undefined', 'transform']);

function walk(schema: Schema, field: string, { wrong, numbers }: Faults): void {
	const { def } = schema._zod;
	const go = (inner: z.core.$ZodType, name = field) => walk(inner as Schema, name, { wrong, numbers });
	if (BOUNDED.has(def.type)) return;
	if (def.type === 'string') wrong.push(...faultOfText(schema, field));
	else if (def.type === 'number') numbers.push({ field, ...rangeOf(schema) });
	else if (def.type === 'object') for (const [name, inner] of Object.entries(def.shape)) go(inner, name);
	else if (def.type === 'optional' || def.type === 'nullable') go(def.innerType);
	else if (def.type === 'union') for (const option of def.options) go(option);
	else if (def.type === 'array') {
		const isBounded = checksOf(schema).some(({ check }) => check === 'max_length' || check === 'length_equals');
		if (!isBounded) wrong.push(`${field} is a list of any length`);
		go(def.element);
	} else if (def.type === 'pipe') {
		// The end of a pipe bounds the number, so ranges at its start are ignored.
		walk(def.in as Schema, field, { wrong, numbers: [] });
		go(def.out);
	} else wrong.push(`${field} is ${def.type}, which has no bounds`);
}

const checksOf = (schema: Schema): z.core.$ZodCheckDef[] => [
	...(schema._zod.traits.has('$ZodCheck') ? [schema._zod.def as unknown as z.core.$ZodCheckDef] : []),
	...(schema._zod.def.checks ?? []).map((check) => check._zod.def),
];

/** A length comes before all that reads the text, and ends the checking where it fails. */
function faultOfText(schema: Schema, field: string): string[] {
	for (const { check, abort } of checksOf(schema)) {
		if (check === 'max_length') return abort ? [] : [`${field} is checked further when it is too long`];
		// Trimming reads a text once; a text that is too short costs nothing.
		if (check === 'overwrite' || check === 'min_length') continue;
		return [`${field} is matched (${check}) before its length is checked`];
	}
	return [`${field} is a text of any length`];
}

function rangeOf(schema: Schema): { min: number; max: number } {
	const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = z.toJSONSchema(schema);
	return {
		min: Math.max(minimum ?? -Infinity, Number(exclusiveMinimum ?? -Infinity)),
		max: Math.min(maximum ?? Infinity, Number(exclusiveMaximum ?? Infinity)),
	};
}
