/**
 * `npm run simulate [-- --short] [--seed N]`: a month of the site in minutes. Prints what the month came to; the last
 * line is JSON. Ends with 1 if the books do not balance or a public log does not pass its auditor.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { stopOnSignal } from '../../scripts/lib/stop-on-signal.ts';
import { CLOCK_BY_HAND } from '../../testkit/clock.ts';
import { execute } from '../../testkit/execute.ts';
import { simulate } from './simulate.ts';
import { FULL, SHORT } from './world.ts';

/** The database writes durably, as a site's does: the cost of a vote is measured on it. */
const SETTINGS = { max_connections: '100', shared_buffers: '512MB', max_wal_size: '4GB', checkpoint_timeout: '15min' };

const { values } = parseArgs({
	options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const startedAt = performance.now();
const say = (line: string) =>
	console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`);
await using closing = new AsyncDisposableStack();
const folder = closing.use(await mkdtempDisposable(join(tmpdir(), 'lightstick-simulation-')));
const database = closing.adopt(await startEmbedded({ folder: folder.path, settings: SETTINGS }), (one) => one.stop());
stopOnSignal(() => closing.disposeAsync());
await migrate(database.url);
await execute(database.url, CLOCK_BY_HAND);
const size = values.short ? SHORT : FULL;
const simulated = await simulate({ databaseUrl: database.url, size, seed: Number(values.seed), say });
const { facts, proof } = simulated;
console.table(facts.results);
console.table(facts.cases);
say(`${facts.people.votes} votes of ${facts.people.voters} fans; ${proof.rules} rules audited`);
for (const rule of proof.broken) console.log(`BROKEN ${rule}`);
for (const { name, passed } of proof.logs) console.log(`${passed ? 'ok    ' : 'FAILED'} log ${name}`);
console.log(proof.passed ? 'The books balance and the logs pass.' : 'The proof FAILS.');
console.log(JSON.stringify(simulated));
process.exitCode = proof.passed ? 0 : 1;
