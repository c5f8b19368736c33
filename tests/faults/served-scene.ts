/**
 * A site on a served database that archives its WAL, and a second server that is restored from the archive to a moment.
 * Both are the embedded programs, started as an operator's own server would be.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { bringUp, shutDown, type Cluster } from '#server/db/embedded/cluster.ts';
import { makeFolder, openSocketFolder, startsAs } from '#server/db/embedded/folders.ts';
import { copyRunningServer } from '../fixtures/database/base-backup.ts';
import { killServer } from '../fixtures/database/kill-server.ts';
import { rowsOf } from '../../testkit/execute.ts';

export interface ServedScene {
	/** Data folder of the site: public logs and pictures. */
	data: string;
	/** The owner's address of the first server. */
	url: string;
	/** Copies the running first server, as pg_basebackup does. */
	backUp(): Promise<void>;
	/** Archives everything that was committed, and kills the first server. */
	lose(): Promise<void>;
	/** Brings up the second server as of the moment, and returns its owner's address. */
	restore(to: Date): Promise<string>;
	close(): Promise<void>;
}

export async function openServedScene(): Promise<ServedScene> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-served-'));
	const [first, second, archive] = ['first', 'second', 'archive'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	const user = await startsAs();
	for (const each of [folder, second, archive]) await makeFolder(each, user);
	const server: EmbeddedDatabase = await startEmbedded({
		folder: first,
		settings: { max_connections: '100', archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"` },
	});
	const socket = await openSocketFolder(second, user);
	let restored: Cluster | null = null;
	return {
		data: join(folder, 'data'),
		url: server.url,
		backUp: () => copyRunningServer(server.url, join(first, 'postgres'), join(second, 'postgres')),
		async lose() {
			const [last] = await rowsOf<{ segment: string }>(
				server.url,
				'select pg_walfile_name(pg_switch_wal()) as segment',
			);
			const archived = `select from pg_stat_archiver where last_archived_wal >= '${last?.segment}'`;
			await vi.waitUntil(async () => (await rowsOf(server.url, archived)).length > 0, {
				timeout: 30_000,
				interval: 50,
			});
			await killServer(server.url, first);
		},
		async restore(to) {
			const files = join(second, 'postgres');
			await writeFile(join(files, 'recovery.signal'), '');
			const { uid, gid } = user.ids;
			if (uid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, second]);
			restored = {
				binaries: await findBinaries(),
				user,
				socket,
				durable: true,
				settings: {
					max_connections: '100',
					restore_command: `cp "${archive}/%f" "%p"`,
					recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
					recovery_target_action: 'promote',
					recovery_target_timeline: 'current',
					// It answers when the moment is reached, not before.
					hot_standby: 'off',
				},
				files,
				log: join(second, 'postgres.log'),
				url: server.url.replace(/host=.*/, `host=${encodeURIComponent(socket)}`),
			};
			await bringUp(restored);
			return restored.url;
		},
		async close() {
			if (restored) await shutDown(restored);
			await server.stop();
			await rm(folder, { recursive: true, force: true });
			await rm(socket, { recursive: true, force: true });
		},
	};
}
