/** The values of a form and the body of its request, both from the shapes that the contract gives the bodies. */
import * as z from 'zod/mini';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { pictureName, thumbnailOf } from '#contract/values/pictures.ts';
import { written } from '#contract/values/shapes.ts';
import type { Whole } from './fields.tsx';
import type { Picture } from '../media/picture-field.tsx';

/** What a form edits: a resource of the contract, or what there is one of and no call creates. */
export interface Edited {
	noun?: string;
	create?: Endpoint;
	edit: Endpoint;
}

/** A missing text is empty, a missing number null, and a picture is kept with its address. */
type ValueOf<Name, Sent> = Name extends `${string}media_id`
	? Picture | null
	: NonNullable<Sent> extends string
		? NonNullable<Sent> | (null extends Sent ? '' : never)
		: NonNullable<Sent> extends number
			? Whole
			: Sent;
type FormOf<Body> = { [Name in Exclude<keyof Body, 'version'>]-?: ValueOf<Name, Body[Name]> };

type BodyOf<Of extends Edited> = (Of extends { create: infer Create extends Endpoint }
	? InputOf<Create>['body']
	: unknown) &
	InputOf<Of['edit']>['body'];
export type ValuesOf<Of extends Edited> = FormOf<BodyOf<Of>>;
export type SavedOf<Of extends Edited> =
	| (Of extends { create: infer Create extends Endpoint } ? ReplyOf<Create> : never)
	| ReplyOf<Of['edit']>;

type Shapes = Record<string, z.ZodMiniType>;

/** Fields of both calls, in the contract's order. */
export function shapesOf({ create, edit }: Edited): Shapes {
	const { version: _, ...later } = shapesIn(edit.body);
	return { ...shapesIn(create?.body), ...later };
}

export const shapesIn = (object: z.ZodMiniType | undefined): Shapes =>
	(object as unknown as z.ZodMiniObject<Shapes> | undefined)?.shape ?? {};

/** `fresh`: values of a new item that are not empty. */
export function formOf<Of extends Edited>(of: Of, fresh: Partial<ValuesOf<Of>> = {}) {
	const shapes = Object.entries(shapesOf(of));
	const empty = Object.fromEntries(shapes.map(([name, field]) => [name, emptyOf(name, field)]));
	return {
		valuesOf(stored: object | undefined): ValuesOf<Of> {
			const row = Object(stored) as Record<string, unknown>;
			if (!stored) return { ...empty, ...fresh } as ValuesOf<Of>;
			return Object.fromEntries(
				Object.entries(empty).map(([name, nothing]) => [name, row[pictureName(name)] ?? nothing]),
			) as ValuesOf<Of>;
		},
		bodyOf(values: object): BodyOf<Of> {
			const given = values as Record<string, unknown>;
			return Object.fromEntries(shapes.map(([name, field]) => [name, sentOf(given[name], field)])) as BodyOf<Of>;
		},
	};
}

/** Returns the stored item as it was in a state of the audit trail, which names pictures by id. It stays as visible as it is. */
export function asBefore<Item extends object>(stored: Item, state: object): Item {
	const pictures = Object.entries(state).flatMap(([name, id]) =>
		name.endsWith('media_id')
			? [[pictureName(name), typeof id === 'string' ? { media_id: id, url: thumbnailOf(id) } : null]]
			: [],
	);
	const { hidden } = stored as { hidden?: boolean };
	return { ...stored, ...state, ...Object.fromEntries(pictures), ...(hidden !== undefined && { hidden }) };
}

/** What a field means: its name says it, and its shape where many names mean the same. */
export function kindOf(name: string, field: z.ZodMiniType) {
	const type = typeOf(field);
	if (name.endsWith('media_id')) return 'picture';
	if (name.endsWith('_raw')) return 'richText';
	if (name.endsWith('_local')) return 'localTime';
	if (name.endsWith('link_url')) return 'link';
	if (name === 'birthday') return 'day';
	if (name === 'why') return 'reason';
	if (name === 'key' || (name.endsWith('_id') && type === 'string')) return 'key';
	if (type === 'boolean') return 'flag';
	if (type === 'number') return 'number';
	if (type === 'enum') return 'choice';
	return type === 'string' && (written.get(inner(field))?.most ?? 0) > LINE_MAX ? 'longText' : 'text';
}
export type Kind = ReturnType<typeof kindOf>;
const LINE_MAX = 500;

function emptyOf(name: string, field: z.ZodMiniType): unknown {
	if (typeOf(field) === 'boolean') return false;
	return typeOf(field) === 'number' || name.endsWith('media_id') ? null : '';
}

/** What is missing is sent as null or left out, or as nothing where that is an answer: no number is 0, no picture an empty id. */
function sentOf(value: unknown, field: z.ZodMiniType): unknown {
	const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
	if (isBlank && accepts(field, null)) return null;
	if (isBlank && accepts(field, undefined)) return undefined;
	if (value === null) return typeOf(field) === 'number' ? (accepts(field, 0) ? 0 : null) : '';
	return (Object(value) as Partial<Picture>).media_id ?? value;
}

export const accepts = (field: z.ZodMiniType, value: unknown): boolean => z.safeParse(field, value).success;

function inner(field: z.ZodMiniType): z.ZodMiniType {
	const { innerType } = field._zod.def as { innerType?: z.ZodMiniType };
	return innerType ? inner(innerType) : field;
}

const typeOf = (field: z.ZodMiniType): string => inner(field)._zod.def.type;
