/** Checks that every input is bounded before use: numbers by the range of their column, texts by a length. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { faultsOf, type NumberField } from './input-shapes.ts';

const ROOT = join(import.meta.dirname, '../..');
const LARGEST = { smallint: 32_767, integer: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER };
type Column = keyof typeof LARGEST;

/** Where numbers go whose field has another name than its column, or none. */
const REACHES: Record<string, Column> = {
	ticket_number: 'bigint',
	expected_cost: 'bigint',
	ticket2gem_ratio: 'integer',
	// Articles, artists and banners.
	subject_id: 'integer',
	objection_hours: 'integer',
	rewards: 'integer',
	// Of artists and news.
	id: 'integer',
	artist_ids: 'integer',
	fan_ids: 'bigint',
	// The number of a draft.
	after: 'integer',
	// An offset is page × limit.
	page: 'integer',
	limit: 'integer',
};

const columns = await readColumns();

/** The narrowest column of each name. */
async function readColumns(): Promise<Map<string, Column>> {
	const schema = await readFile(join(ROOT, 'db/schema.sql'), 'utf8');
	const found = new Map<string, Column>();
	for (const [, name = '', type] of schema.matchAll(/^\t"?([a-z0-9_]+)"? (smallint|integer|bigint)\b/gm)) {
		const [column, known] = [type as Column, found.get(name)];
		if (!known || LARGEST[column] < LARGEST[known]) found.set(name, column);
	}
	return found;
}

function misfitOf({ field, min, max }: NumberField): string[] {
	const column = REACHES[field] ?? columns.get(field);
	if (!column) return [`${field} reaches no known column: name it in REACHES`];
	const fits = min >= -LARGEST[column] && max <= LARGEST[column];
	return fits ? [] : [`${field} may be from ${min} to ${max}, which ${column} does not hold`];
}

const everyCall = [...calls.map(({ endpoint }) => endpoint), ...operatorCalls];

it.each(everyCall.map((endpoint) => [endpoint.name, endpoint] as const))(
	'%s bounds each number by its column, and each text before it is matched',
	(_, endpoint: Endpoint) => {
		const faults = (['params', 'query', 'body'] as const).flatMap((part) => {
			const shape = endpoint[part];
			if (!shape) return [];
			const { wrong, numbers } = faultsOf(shape, part);
			return [...wrong, ...numbers.flatMap(misfitOf)];
		});
		expect(faults).toEqual([]);
	},
);
