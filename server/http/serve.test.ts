import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { serializerOf } from './serve.ts';

it('an answer omits what the contract does not name, also in objects that may be null', () => {
	const part = z.object({ id: z.number(), inside: z.nullable(z.object({ name: z.string() })) });
	const write = serializerOf(
		endpoint({
			path: '/made-up',
			summary: 'Made up',
			access: 'anyone',
			reply: z.object({ one: part, other: z.nullable(part), list: z.nullable(z.array(part)) }),
		}),
	);
	const full = { id: 1, secret: 'x', inside: { name: 'a', secret: 'x' } };
	const shown = { id: 1, inside: { name: 'a' } };
	const answer = (data: object) => JSON.parse(write({ code: 200, message: 'success', data })).data;
	expect(answer({ one: full, other: full, list: [full] })).toEqual({ one: shown, other: shown, list: [shown] });
	expect(answer({ one: { ...full, inside: null }, other: null, list: null })).toEqual({
		one: { ...shown, inside: null },
		other: null,
		list: null,
	});
});
