/** What a flush of the disk takes, without a database. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../lib/rounds.ts';

/** As much as a small batch writes, and a file that exists already, as the files of PostgreSQL's log do. */
const WRITTEN_BYTES = 8_192;
const FILE_BYTES = 16 * 1024 * 1024;
const TIMES = 200;

/** Returns the median (ms) of a write and its `fdatasync`, where the bench's databases are. */
export async function medianFlushMs(): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-flush-'));
	const file = await open(join(folder, 'log'), 'w');
	try {
		await file.write(Buffer.alloc(FILE_BYTES));
		await file.sync();
		const block = Buffer.alloc(WRITTEN_BYTES, 'vote');
		const times: number[] = [];
		for (let time = 0; time < TIMES; time += 1) {
			const startedAt = performance.now();
			await file.write(block, 0, WRITTEN_BYTES, time * WRITTEN_BYTES);
			await file.datasync();
			times.push(performance.now() - startedAt);
		}
		return median(times);
	} finally {
		await file.close();
		await rm(folder, { recursive: true });
	}
}
