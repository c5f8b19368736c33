/** A PostgreSQL server of the simulation's own, with our tables and a clock that is turned by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { execute } from '../../testkit/execute.ts';
import { CLOCK_BY_HAND } from '../../testkit/clock.ts';

export interface OwnDatabase {
	/** Address of the owner. */
	url: string;
	/** Stops the server and deletes its files. */
	remove(): Promise<void>;
}

const SETTINGS = { max_connections: '100', shared_buffers: '512MB', max_wal_size: '4GB', checkpoint_timeout: '15min' };

/** It writes durably, as a site's does: latency and cost are measured on it. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-simulation-'));
	const server = await startEmbedded({ folder, settings: SETTINGS });
	await migrate(server.url);
	await execute(server.url, CLOCK_BY_HAND);
	return {
		url: server.url,
		async remove() {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
