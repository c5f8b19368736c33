/** Values for the fields of the API documents: right ones, known ones, and wrong ones of every kind. */
import fc from 'fast-check';
import { exampleOf } from '#server/http/openapi/examples.ts';
import type { Chance } from './chance.ts';
import type { Known } from './known.ts';

export type Schema = { [key: string]: unknown };

export interface Making {
	known: Known;
	chance: Chance;
	/** How probably a field is wrong. */
	wrong: number;
}

const TEXTS = [
	'x',
	'A new stage',
	'아이돌 💜',
	'<b onclick="x()">bold</b>',
	"'; drop table fan; --",
	'%',
	'../..',
	'0',
	' x ',
];
const WRONG = {
	hostile: ['a\0b', '\0', 'a\ud800b', 'a\u001bb', '\u202e', '\ufffe', 'a\u0085b'],
	texts: ['', ' ', 'null', 'true', '[]', '{}', '-1', '0', '1.5', '1e9', '0x10', 'NaN', '١٢', '007', '+5'],
	types: [null, true, [], {}, [[]], { a: 1 }, [null], '7', 7],
	numbers: [
		-1,
		0,
		0.5,
		1e300,
		-1e300,
		5e-324,
		32_768,
		2 ** 31 - 1,
		2 ** 31,
		2 ** 32,
		2 ** 53 - 1,
		2 ** 53,
		2 ** 63,
		-(2 ** 31) - 1,
	],
	digits: ['2147483648', '9007199254740992', '9223372036854775808', '9'.repeat(40)],
	long: [
		'x'.repeat(5_000),
		`a@${'.'.repeat(20_000)}@`,
		' '.repeat(20_000),
		'💜'.repeat(3_000),
		'a-'.repeat(9_000),
		'"'.repeat(999),
	],
};
const SORTS = Object.values(WRONG);

export function valueOf(schema: Schema, name: string, making: Making): unknown {
	const { known, chance, wrong } = making;
	if (chance.of(wrong)) return chance.oneOf(chance.oneOf<readonly unknown[]>(SORTS));
	const met = known.valueOf(name, chance);
	if (met !== undefined && chance.of(0.9)) return met;
	return rightValue(schema, name, making);
}

function rightValue(schema: Schema, name: string, making: Making): unknown {
	const { chance } = making;
	if ('const' in schema) return schema['const'];
	const choices = (schema['enum'] ?? schema['anyOf']) as unknown[] | undefined;
	if (choices) {
		const choice = chance.oneOf(choices);
		return schema['anyOf'] ? rightValue(choice as Schema, name, making) : choice;
	}
	if (schema['type'] === 'object') return objectOf(schema, making);
	if (schema['type'] === 'array') return listOf(schema, name, making);
	if (schema['type'] === 'integer' || schema['type'] === 'number') return numberOf(schema, chance);
	if (schema['type'] === 'boolean') return chance.of(0.5);
	if (schema['type'] === 'null') return null;
	return chance.of(0.5) ? exampleOf(schema, name) : textOf(schema, chance);
}

function objectOf(schema: Schema, making: Making): unknown {
	const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
	const required = (schema['required'] ?? []) as string[];
	const kept = fields.filter(([name]) => making.chance.of(required.includes(name) ? 1 - making.wrong / 2 : 0.5));
	return Object.fromEntries(kept.map(([name, field]) => [name, valueOf(field, name, making)]));
}

function listOf(schema: Schema, name: string, making: Making): unknown {
	const { minItems: least = 0, maxItems: most = 3 } = schema as { minItems?: number; maxItems?: number };
	const right = least + making.chance.below(Math.min(most, 7) - least + 1);
	const length = making.chance.of(making.wrong) ? 3_000 : right;
	return Array.from({ length }, () => valueOf(schema['items'] as Schema, name, making));
}

function numberOf(schema: Schema, chance: Chance): number {
	const least = Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? -10) + 1);
	const most = Number(schema['maximum'] ?? 1_000_000);
	const small = least + chance.below(Math.min(10, most - least + 1));
	return chance.oneOf([least, small, small, small, most, least + chance.below(most - least + 1)]);
}

const samples = new Map<string, string[]>();

function textOf(schema: Schema, chance: Chance): string {
	const { pattern, maxLength = 100 } = schema as { pattern?: string; maxLength?: number };
	if (pattern === undefined) {
		const text = chance.oneOf(TEXTS);
		return chance.of(0.1) ? text.padEnd(maxLength, '가') : text.slice(0, maxLength);
	}
	const made = samples.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 40, seed: 1 });
	samples.set(pattern, made);
	return chance.oneOf(made).slice(0, maxLength);
}
