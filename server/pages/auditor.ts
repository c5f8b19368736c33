/** The auditor of the public logs, in one file: whoever doubts a count needs no other download. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FILE, choiceOf, headersOf, pack, tagOf } from '#server/kernel/prepared.ts';

const BUILT = join(import.meta.dirname, '../../dist/audit-log.mjs');
const CACHED = 'public, max-age=300';

export async function serveAuditor(app: FastifyInstance): Promise<void> {
	if (!existsSync(BUILT)) return;
	const program = await readFile(BUILT, 'utf8');
	const prepared = await pack(program, tagOf(program));
	app.get('/audit-log.mjs', FILE, async (request, reply) => {
		const choice = choiceOf(prepared, request.headers);
		void reply.headers({
			...headersOf(prepared, choice, CACHED),
			'content-type': 'text/javascript; charset=utf-8',
			'access-control-allow-origin': '*',
		});
		return choice === 'not modified' ? reply.status(304).send() : reply.send(prepared.bodies[choice]);
	});
}
