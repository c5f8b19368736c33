/** Compares db/schema.sql, which is for people to read, with what the migrations and functions make; --write renews it. */
import './lib/refusals.ts';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { describeSchema } from './check/describe-schema.ts';
import { ROOT } from './lib/steps.ts';

const FILE = join(ROOT, 'db/schema.sql');

const folder = await mkdtemp(join(tmpdir(), 'lightstick-schema-'));
const embedded = await startEmbedded({ folder, durable: false });
const db = openDatabase(embedded.url, { role: null, max: 1 });
try {
	await migrate(embedded.url);
	const wanted = await describeSchema(db);
	if (process.argv.includes('--write')) await writeFile(FILE, wanted);
	else if ((await readFile(FILE, 'utf8').catch(() => '')) !== wanted) {
		console.error('db/schema.sql is not what db/migrations and db/functions make: run npm run schema');
		process.exitCode = 1;
	}
} finally {
	await db.close();
	await embedded.stop();
	await rm(folder, { recursive: true, force: true });
}
