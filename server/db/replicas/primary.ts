/** Remembers how far the primary was at which time, on a connection of its own: its pool may be busy. */
import { within } from '#server/kernel/within.ts';
import type { Connection, Database } from '#server/kernel/database.ts';
import type { ServerState, Sighting } from './rules.ts';
import { selectServerState } from './sql.ts';

const LOOK_TIMEOUT_MS = 800;
const KEPT_MS = 2_000;

export interface PrimarySeen {
	state: ServerState;
	/** Of the last seconds, the oldest first. */
	sightings: readonly Sighting[];
}

export interface PrimaryWatch {
	/** @throws {Error} if it does not answer, or is no primary at present */
	look(): Promise<PrimarySeen>;
	close(): Promise<void>;
}

export function watchPrimary(primary: Pick<Database, 'connection'>): PrimaryWatch {
	let connection: Connection | null = null;
	let sightings: Sighting[] = [];

	async function ask(): Promise<ServerState> {
		if (connection === null) {
			connection = primary.connection();
			await connection.connect();
		}
		return selectServerState(connection);
	}

	async function close(): Promise<void> {
		await connection?.end();
		connection = null;
	}

	return {
		close,
		async look() {
			// Before the question: the answer is not older than that.
			const at = performance.now();
			try {
				const state = await within(ask(), LOOK_TIMEOUT_MS);
				if (state.isStandby || state.position === null) throw new Error('The primary is a standby');
				sightings = [...sightings.filter((sighting) => sighting.at > at - KEPT_MS), { at, position: state.position }];
				return { state, sightings };
			} catch (error) {
				await close();
				throw error;
			}
		},
	};
}
