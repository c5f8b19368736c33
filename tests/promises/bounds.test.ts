/** Checks that every input is bounded before use: numbers by the range of their column, texts by a length. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { ROOT } from './tracked-files.ts';

const LARGEST = { smallint: 32_767, integer: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER };
type Column = keyof typeof LARGEST;

/** The narrowest column of each name, and where numbers go whose field has another name than its column, or none. */
const columns = new Map<string, Column>();
const schemaSql = await readFile(join(ROOT, 'db/schema.sql'), 'utf8');
for (const [, name = '', type] of schemaSql.matchAll(/^\t"?([a-z0-9_]+)"? (smallint|integer|bigint)\b/gm)) {
	const [column, known] = [type as Column, columns.get(name)];
	if (!known || LARGEST[column] < LARGEST[known]) columns.set(name, column);
}
for (const field of ['ticket_number', 'expected_cost', 'fan_ids']) columns.set(field, 'bigint');
// Ids of articles, artists and banners; numbers of drafts and pages; an offset is page × limit.
const integers = 'ticket2gem_ratio subject_id objection_hours rewards id artist_ids after page limit';
for (const field of integers.split(' ')) columns.set(field, 'integer');

type Schema = z.core.$ZodTypes;

/** Lists of values, and what a pipe's next shape bounds. */
const BOUNDED = new Set(['enum', 'literal', 'boolean', 'null', 'undefined', 'transform']);

/** @param field the name of the nearest one */
function faultsOf(schema: Schema, field: string, ofNumber = faultOfNumber): string[] {
	const { def } = schema._zod;
	const into = (inner: z.core.$ZodType, name = field) => faultsOf(inner as Schema, name, ofNumber);
	if (BOUNDED.has(def.type)) return [];
	if (def.type === 'string') return faultOfText(schema, field);
	if (def.type === 'number') return ofNumber(schema, field);
	if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, inner]) => into(inner, name));
	if (def.type === 'optional' || def.type === 'nullable') return into(def.innerType);
	if (def.type === 'union') return def.options.flatMap((option) => into(option));
	if (def.type === 'array') {
		const isBounded = checksOf(schema).some(({ check }) => check === 'max_length' || check === 'length_equals');
		return [...(isBounded ? [] : [`${field} is a list of any length`]), ...into(def.element)];
	}
	if (def.type !== 'pipe') return [`${field} is ${def.type}, which has no bounds`];
	// The end of a pipe bounds the number, so ranges at its start are ignored.
	return [...faultsOf(def.in as Schema, field, () => []), ...into(def.out)];
}

const checksOf = (schema: Schema): z.core.$ZodCheckDef[] => [
	...(schema._zod.traits.has('$ZodCheck') ? [schema._zod.def as unknown as z.core.$ZodCheckDef] : []),
	...(schema._zod.def.checks ?? []).map((check) => check._zod.def),
];

/** A length comes before all that reads the text, and ends the checking where it fails. */
function faultOfText(schema: Schema, field: string): string[] {
	// Trimming reads a text once; a text that is too short costs nothing.
	const first = checksOf(schema).find(({ check }) => check !== 'overwrite' && check !== 'min_length');
	if (!first) return [`${field} is a text of any length`];
	if (first.check !== 'max_length') return [`${field} is matched (${first.check}) before its length is checked`];
	return first.abort ? [] : [`${field} is checked further when it is too long`];
}

function faultOfNumber(schema: Schema, field: string): string[] {
	const column = columns.get(field);
	if (!column) return [`${field} reaches no known column: name it above`];
	const { minimum = -Infinity, exclusiveMinimum, maximum = Infinity, exclusiveMaximum } = z.toJSONSchema(schema);
	const min = Math.max(minimum, Number(exclusiveMinimum ?? -Infinity));
	const max = Math.min(maximum, Number(exclusiveMaximum ?? Infinity));
	const fits = min >= -LARGEST[column] && max <= LARGEST[column];
	return fits ? [] : [`${field} may be from ${min} to ${max}, which ${column} does not hold`];
}

it.each([...calls.map(({ endpoint }) => endpoint), ...operatorCalls])(
	'$name bounds each number by its column, and each text before it is matched',
	({ params, query, body }) => {
		const faults = Object.entries({ params, query, body }).flatMap(([part, shape]) =>
			shape ? faultsOf(shape as unknown as Schema, part) : [],
		);
		expect(faults).toEqual([]);
	},
);
