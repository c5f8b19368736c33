/** How the site is doing, for programs. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getStatus } from '#contract/status.ts';
import { serve } from '#server/http/serve.ts';
import type { StatusReport } from './status.ts';

export function statusRoutes(app: FastifyInstance, readStatus: () => Promise<StatusReport>): void {
	const handle = async ({ reply }: { reply: FastifyReply }) => {
		void reply.header('cache-control', 'public, max-age=0, s-maxage=1');
		return (await readStatus()).status;
	};
	// Measured once a second for all who ask.
	serve(app, getStatus, handle, { isFree: () => true });
}
