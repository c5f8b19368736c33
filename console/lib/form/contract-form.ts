/** The values of a form and the body of its request, both from the shape that the contract gives the body. */
import * as z from 'zod/mini';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { pictureName, thumbnailOf } from '#contract/values/pictures.ts';
import type { Picture } from '../media/picture-field.tsx';

/** A missing text is empty, a missing number null, and a picture is kept with its address. */
type ValueOf<Name, Sent> = Name extends `${string}media_id`
	? Picture | null
	: NonNullable<Sent> extends string
		? NonNullable<Sent> | (null extends Sent ? '' : never)
		: NonNullable<Sent> extends number
			? number | null
			: Sent;
type FormOf<Body> = { [Name in keyof Body]-?: ValueOf<Name, Body[Name]> };

/** `fresh`: values of a new item that are not empty. */
export function formOf<E extends Endpoint>(endpoint: E, fresh: Partial<FormOf<InputOf<E>['body']>> = {}) {
	type Values = FormOf<InputOf<E>['body']>;
	const { shape } = endpoint.body as unknown as z.ZodMiniObject<Record<string, z.ZodMiniType>>;
	const empty = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, emptyOf(name, field)]));
	return {
		valuesOf(stored: object | undefined): Values {
			const row = Object(stored) as Record<string, unknown>;
			if (!stored) return { ...empty, ...fresh } as Values;
			return Object.fromEntries(
				Object.entries(empty).map(([name, nothing]) => [name, row[pictureName(name)] ?? nothing]),
			) as Values;
		},
		bodyOf(values: Values): InputOf<E>['body'] {
			const given = values as Record<string, unknown>;
			const fields = Object.entries(shape).map(([name, field]) => [name, sentOf(given[name], field)]);
			return Object.fromEntries(fields) as InputOf<E>['body'];
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

function emptyOf(name: string, field: z.ZodMiniType): unknown {
	if (accepts(field, false)) return false;
	return isNumber(field) || name.endsWith('media_id') ? null : '';
}

/** What is missing is sent as null, or as nothing where that is an answer: no number is 0, no picture an empty id. */
function sentOf(value: unknown, field: z.ZodMiniType): unknown {
	if (value === null && !accepts(field, null)) return isNumber(field) ? (accepts(field, 0) ? 0 : null) : '';
	if (typeof value === 'string') return value.trim() === '' && accepts(field, null) ? null : value;
	return (Object(value) as Partial<Picture>).media_id ?? value;
}

const accepts = (field: z.ZodMiniType, value: unknown): boolean => z.safeParse(field, value).success;

function isNumber(field: z.ZodMiniType): boolean {
	const { type, innerType } = field._zod.def as { type: string; innerType?: z.ZodMiniType };
	return innerType ? isNumber(innerType) : type === 'number';
}
