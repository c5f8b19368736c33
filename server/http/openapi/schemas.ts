/** JSON Schema of the contract's shapes: of replies, and of what may be sent. */
import * as z from 'zod/mini';
import { email, nickname } from '#contract/values/profile-fields.ts';
import { written } from '#contract/values/shapes.ts';

export type Json = { [key: string]: unknown };

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

// As in contract/values/text.ts, without its look-ahead and properties, which not every reader of the document knows.
const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
// The other characters of \p{Cf}, \p{Zl}, \p{Zp} and \p{Default_Ignorable_Code_Point} in the first plane, and blank Braille.
const UNPRINTABLE =
	'\\u0009\\u000a\\u000d\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';
const REVERSING = '\\u202a-\\u202e\\u2066-\\u2069';
// Some characters that everybody sees: letters of our languages, digits and signs.
const SEEN =
	'!-~\\u00a1-\\u00ac\\u00ae-\\u02af\\u0391-\\u03a1\\u0410-\\u044f\\u0e01-\\u0e30\\u1ea0-\\u1ef9\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3';

const without = (characters: string): string => `^[^${characters}]*$`;
/** One character at least is seen. */
const words = (characters: string): string => `^[^${characters}]*[${SEEN}][^${characters}]*$`;

/** Describes what may be sent. It permits nothing that is refused, as far as JSON Schema has words for it. */
export function inputSchema(shape: z.ZodMiniType): Json {
	const { $schema: _, ...schema } = z.toJSONSchema(shape, {
		io: 'input',
		unrepresentable: 'any',
		override: (context) => explain(context.zodSchema, context.jsonSchema as Json),
	});
	return schema;
}

function explain(shape: z.core.$ZodTypes, json: Json): void {
	const { def } = shape._zod;
	if (def.type === 'pipe' && def.out._zod.def.type === 'number') explainNumber(def, json);
	if (def.type !== 'string') return;
	const { most } = written.get(shape as unknown as z.ZodMiniType) ?? {};
	if (most !== undefined) json['maxLength'] = most;
	const isPrintable = [email, nickname].includes(shape as unknown as typeof email);
	const characters = CONTROL + (isPrintable ? UNPRINTABLE : most === undefined ? '' : REVERSING);
	const isTrimmed = def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite');
	const pattern = isTrimmed && Number(json['minLength']) > 0 ? words(characters) : without(characters);
	if (json['pattern'] === undefined && json['format'] === undefined) json['pattern'] = pattern;
	// A pattern that says what must not stand there lets control characters pass.
	else if (String(json['pattern']).includes('[^')) json['allOf'] = [{ pattern }];
}

/** A number in an address: as a number where others are refused, as every text where it is clamped. */
function explainNumber({ in: before, out }: z.core.$ZodPipeDef, json: Json): void {
	const { minimum = 0, maximum, exclusiveMinimum } = z.toJSONSchema(out);
	const { anyOf } = json as { anyOf?: Json[] };
	for (const key of Object.keys(json)) delete json[key];
	if ((before._zod.def as z.core.$ZodPipeDef).in._zod.def.type === 'optional') {
		const { maxLength } = anyOf?.find(({ type }) => type === 'string') ?? {};
		const description = `From ${minimum} to ${maximum}; what is outside is clamped, what is no number ignored.`;
		Object.assign(json, { type: ['integer', 'string'], maxLength, description });
		return;
	}
	const number = {
		type: 'integer',
		minimum: exclusiveMinimum === undefined ? minimum : Number(exclusiveMinimum) + 1,
		maximum,
	};
	// A list may be filtered by nothing.
	Object.assign(json, number.minimum === 0 ? { anyOf: [number, { const: '' }] } : number);
}
