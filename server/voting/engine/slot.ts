/**
 * Leases tally rows to a writer. Each writer adds to rows of its own, so that writers do not wait for each other at a
 * popular artist.
 */
import { randomInt } from 'node:crypto';
import { maybeOne, type Db } from '#server/kernel/database.ts';

/** First half of the advisory lock; the second is the slot. */
const SLOT_LOCK = 4_015_704;
const SLOTS = 64;
/** The slot of voids and restores, beside the slots of writers. Its tickets are negative. */
export const VOID_SLOT = 64;

/**
 * Leases the lowest free slot for as long as the connection lives. If all are taken, a slot is shared, which is slower
 * but still correct. It is chosen by chance: a process has a writer for each shard, and they must not all share one.
 */
export async function leaseSlot(connection: Db): Promise<number> {
	for (let slot = 0; slot < SLOTS; slot += 1) {
		const row = await maybeOne<{ leased: boolean }>(connection, {
			text: 'select pg_try_advisory_lock($1, $2) as leased',
			values: [SLOT_LOCK, slot],
		});
		if (row?.leased) return slot;
	}
	return randomInt(SLOTS);
}
