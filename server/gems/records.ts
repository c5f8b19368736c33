/** Gem Records as fans read them. */
import type { gemLog } from '#contract/gems.ts';
import type { Db } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type * as z from 'zod/mini';
import * as sql from './sql.ts';
import type { LedgerKind } from './sql.ts';

export type GemRecord = z.output<typeof gemLog>;

/** Longer than any ledger is old. */
const EVER_DAYS = 36_500;

export async function readWholeRecords(db: Db, fan: FanKey): Promise<GemRecord[]> {
	const everything = { before: Number.MAX_SAFE_INTEGER, days: EVER_DAYS, limit: Number.MAX_SAFE_INTEGER };
	return (await sql.selectEntries(db, fan, everything)).map(presentEntry);
}

export function presentEntry(entry: sql.LoggedEntry): GemRecord {
	const { kind, gem_offset, balance_after, created_time, incident_id, incidentTitle, artistName, tickets } = entry;
	const ofVote = artistName && tickets ? `${votes(tickets)} for ${artistName}` : descriptionOf(kind, gem_offset);
	const description = incidentTitle === null ? ofVote : `For votes that failed: ${incidentTitle}`;
	return { created_time, gem_offset, description, kind, balance_after, ...(incident_id !== null && { incident_id }) };
}

/** Votes that count again are paid again. */
const descriptionOf = (kind: LedgerKind, change: number): string =>
	kind === 'void_return' && change < 0 ? 'Votes restored' : descriptions[kind];

const grouped = new Intl.NumberFormat('en-US');
const votes = (tickets: number): string => (tickets === 1 ? '1 vote' : `${grouped.format(tickets)} votes`);

const descriptions: Record<LedgerKind, string> = {
	purchase: 'Gems bought',
	bonus: 'Bonus gems',
	check_in: 'Daily check-in',
	vote: 'Votes',
	refund: 'Refund',
	chargeback: 'Disputed payment',
	adjustment: 'Adjustment',
	void_return: 'Votes returned',
	forfeit: 'Gems taken back',
};
