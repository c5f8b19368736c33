/**
 * `npm run distribute`: says what it would take to distribute this site over a Citus cluster. `-- --go` does it. No process of
 * the site may run. See docs/operating/distributed.md.
 */
import { audit } from '#server/audit/audit.ts';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { withMigrationLock } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_DISTRIBUTION } from '#server/db/timeouts.ts';
import { planDistribution, runDistribution, type Plan } from '#server/db/distribute/distribute.ts';
import { findDatabase } from '#server/db/start.ts';
import type { Database } from '#server/kernel/database.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const MEGABYTE = 1_000_000;

const found = await findDatabase(readConfig(process.env));
if (found.embedded) {
	await found.embedded.stop();
	throw new StartRefused(
		'The embedded database is one server, and cannot be distributed: restore a backup into the coordinator of a cluster and ' +
			'name it in DATABASE_URL',
	);
}
const db = openDatabase(found.ownerUrl, { role: null, max: 1, timeouts: OF_DISTRIBUTION });
try {
	const plan = await planDistribution(db);
	print(plan);
	const isAsked = process.argv.includes('--go');
	if (plan.refusals.length > 0) process.exitCode = 1;
	else if (plan.steps.length > 0 && isAsked) await withMigrationLock(found.ownerUrl, () => distribute(db));
	else if (plan.steps.length > 0)
		console.log('Nothing was changed. To distribute the site: npm run distribute -- --go');
} finally {
	await db.close();
}

function print({ steps, tables, seconds, refusals }: Plan): void {
	if (steps.length === 0) return console.log('The site is distributed.');
	for (const { table, bytes } of tables.filter((each) => each.bytes > MEGABYTE)) {
		console.log(`${table}: ${Math.round(bytes / MEGABYTE)} MB`);
	}
	console.log(`${steps.length} steps are left, about ${Math.ceil(seconds / 60)} minutes. Everybody signs in again.`);
	for (const refusal of refusals) console.error(`Refused: ${refusal}`);
}

/** The books of a site that was killed in the middle were audited before its first step. */
async function distribute(owner: Database): Promise<void> {
	const { steps } = await planDistribution(owner);
	if (steps.includes('keys')) await expectBalance(owner, 'before');
	await runDistribution(owner, (step) => console.log(`${new Date().toISOString()} ${step}`));
	await expectBalance(owner, 'after');
	console.log('The site is distributed. Start it.');
}

async function expectBalance(owner: Database, when: string): Promise<void> {
	const { passed, findings } = await audit(owner);
	if (passed) return console.log(`The books balance ${when} it.`);
	const broken = findings.filter((finding) => finding.broken > 0).map(({ rule }) => rule);
	throw new StartRefused(`The books do not balance ${when} it: ${broken.join('; ')}. Run npm run audit`);
}
