/** Compares db/schema.sql, which is for people to read, with what the migrations and functions make; --write renews it. */
import './lib/refusals.ts';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { describeSchema } from './check/describe-schema.ts';
import { ROOT } from './lib/steps.ts';

const FILE = join(ROOT, 'db/schema.sql');

await using folder = await mkdtempDisposable(join(tmpdir(), 'lightstick-schema-'));
await using embedded = await startEmbedded({ folder: folder.path, durable: false });
await using db = openDatabase(embedded.url, { role: null, max: 1 });
await migrate(embedded.url);
const wanted = await describeSchema(db);
if (process.argv.includes('--write')) await writeFile(FILE, wanted);
else if ((await readFile(FILE, 'utf8').catch(() => '')) !== wanted) {
	console.error('db/schema.sql is not what db/migrations and db/functions make: run npm run schema');
	process.exitCode = 1;
}
