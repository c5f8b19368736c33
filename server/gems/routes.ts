/** Gem Records. */
import type { FastifyInstance } from 'fastify';
import { GEM_RECORDS_DAYS } from '#contract/constants.ts';
import { getGemLogs } from '#contract/accounts.ts';
import type { Database } from '#server/db/pool.ts';
import type { FindCaller } from '#server/http/access.ts';
import { serveFan } from '#server/http/routes.ts';
import { readRecords, type LedgerKind } from './gems.ts';

export function gemRoutes(app: FastifyInstance, { db, findCaller }: { db: Database; findCaller: FindCaller }): void {
	serveFan(app, findCaller, getGemLogs, async ({ caller, query }) => {
		const { entries, cursor } = await readRecords(db, caller, { cursor: query.cursor ?? '', limit: query.limit });
		return {
			gem_logs: entries.map(({ kind, change, after, createdTime, artistName, tickets }) => ({
				created_time: createdTime,
				gem_offset: change,
				description: artistName && tickets ? `${tickets} votes for ${artistName}` : descriptions[kind],
				kind,
				balance_after: after,
			})),
			cursor,
			days: GEM_RECORDS_DAYS,
		};
	});
}

const descriptions: Record<LedgerKind, string> = {
	purchase: 'Gems bought',
	bonus: 'Bonus gems',
	check_in: 'Daily check-in',
	vote: 'Votes',
	refund: 'Refund',
	chargeback: 'Charge-back',
	adjustment: 'Adjustment',
	void_return: 'Votes returned',
	forfeit: 'Gems taken back',
};
