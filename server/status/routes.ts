/** How the site is doing, for programs. */
import type { FastifyInstance } from 'fastify';
import { getStatus } from '#contract/status.ts';
import { serve } from '#server/http/serve.ts';
import type { StatusReport } from './status.ts';

export function statusRoutes(app: FastifyInstance, readStatus: () => Promise<StatusReport>): void {
	serve(app, getStatus, async ({ reply }) => {
		void reply.header('cache-control', 'public, max-age=0, s-maxage=1');
		return (await readStatus()).status;
	});
}
