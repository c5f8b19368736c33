import { expect, test } from 'vitest';
import { withoutShapes } from './slim-contract.ts';

const contract = `import * as z from 'zod/mini';
export const vote = endpoint({
	name: 'vote',
	methods: ['POST'],
	path: '/vote/:key',
	summary: 'Votes',
	params: z.object({ key: z.string() }),
	body: z.object({
		votes: z.number(),
	}),
	reply: z.object({}),
	idempotent: true,
});
export const votes = z.number();
`;

test('the fans’ bundle knows where a call goes, and nothing about its shapes', () => {
	const slim = withoutShapes(contract);
	expect(slim).not.toContain('z.object');
	expect(slim).not.toContain('summary');
	for (const kept of ["name: 'vote'", "methods: ['POST']", "path: '/vote/:key'", 'idempotent: true'])
		expect(slim).toContain(kept);
	expect(slim).toMatch(/body: true\s*,/);
});

test('a shape that a form uses by its name stays', () => {
	expect(withoutShapes(contract)).toContain('export const votes = z.number();');
});

test('every line stays where it was', () => {
	const lines = (code: string) => code.split('\n').map((line) => line.length);
	expect(lines(withoutShapes(contract)).length).toBe(lines(contract).length);
});
