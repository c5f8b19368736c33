import type { FastifyInstance } from 'fastify';
import { GEM_RECORDS_DAYS } from '#contract/values/constants.ts';
import { getGemLogs } from '#contract/gems.ts';
import type { Database } from '#server/kernel/database.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { serveFan } from '#server/http/serve.ts';
import { readRecords } from './gems.ts';
import { presentEntry } from './records.ts';

export function gemRoutes(app: FastifyInstance, { db, findCaller }: { db: Database; findCaller: FindCaller }): void {
	serveFan(app, findCaller, getGemLogs, async ({ caller, query }) => {
		const { entries, cursor } = await readRecords(db, caller, query);
		return { gem_logs: entries.map(presentEntry), cursor, days: GEM_RECORDS_DAYS };
	});
}
