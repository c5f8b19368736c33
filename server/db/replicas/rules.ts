/** Decides whether a replica may be read. Pure. */

/** What a server says about itself. */
export interface ServerState {
	isStandby: boolean;
	/** Of the cluster: a standby has its primary's. */
	system: string;
	/** Object id of the database: a standby has its primary's. */
	database: string;
	/** Names of the applied migrations. */
	migrations: string;
	/** Bytes of the write-ahead log that are written, or replayed on a standby. Null: it replays none. */
	position: number | null;
}

/** Position of the primary at a time of `performance.now()`. */
export interface Sighting {
	at: number;
	position: number;
}

/** Returns what makes a replica useless, however fresh it is, or null. */
export function mismatch(primary: ServerState, replica: ServerState): string | null {
	if (!replica.isStandby) return 'it is no standby';
	if (replica.system !== primary.system || replica.database !== primary.database) return 'it belongs to another site';
	if (replica.migrations !== primary.migrations) return 'its tables are of another version';
	return null;
}

/**
 * Returns the latest time at which the primary was known to be no further than the replica is now: the replica has
 * everything from before that time. Unlike the age of the last replayed transaction, it does not grow while the primary
 * is idle, and no clocks of two machines are compared. Null: the replica is older than all sightings.
 * @param sightings oldest first
 */
export function hasAllUntil(sightings: readonly Sighting[], position: number | null): number | null {
	if (position === null) return null;
	return sightings.findLast((sighting) => sighting.position <= position)?.at ?? null;
}
