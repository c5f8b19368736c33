/** JSON Schema of a contract shape, for the reply filter and the OpenAPI document. */
import * as z from 'zod/mini';

type Json = { [key: string]: unknown };

/** `input`: what a caller may send; `output`: what leaves. Objects take no further fields. */
export function jsonSchema(shape: z.ZodMiniType, io: 'input' | 'output'): Json {
	const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
	return withPlainNulls(schema) as Json;
}

/** `anyOf: [{type: T}, {type: null}]` says `type: [T, null]`, which serializers know without trying each branch. */
function withPlainNulls(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(withPlainNulls);
	if (typeof node !== 'object' || node === null) return node;
	const mended = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withPlainNulls(value)]));
	const [first, second, ...more] = Array.isArray(mended['anyOf']) ? (mended['anyOf'] as Json[]) : [];
	if (!first || second?.['type'] !== 'null' || more.length > 0 || typeof first['type'] !== 'string') return mended;
	if (first['type'] === 'object' || first['type'] === 'array' || first['enum']) return mended;
	const { anyOf: _, ...rest } = mended;
	return { ...rest, ...first, type: [first['type'], 'null'] };
}
