/**
 * `npm run audit`: proves the books from their entries; ends with 1 when they do not balance. With `--acknowledge`, the hourly
 * audit no longer tells of rules about times that a step of the clock has broken.
 */
import './lib/refusals.ts';
import { acknowledge, audit } from '#server/books/audit.ts';
import { readConfig } from '#server/config/config.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/pool.ts';
import { findSiteDatabase } from './lib/site-database.ts';

const EXCLUDED = `This excludes, in these books and at this moment:
  gems that came from nowhere or went nowhere; votes without payment, paid twice or for another sum; votes out of time,
  above a limit or for an artist who is not listed; tallies and certified lists that differ from the votes; orders,
  refunds and disputes whose gems are not what the provider told; deleted accounts that hold gems.`;
const NOT_EXCLUDED = `It cannot exclude:
  that the latest votes of a fan were taken away with their payment, wallet and tally, or that all tables were rewritten
  to agree: those who hold the public vote log find that; that the payment provider told something else than what is
  stored here: compare the sums above with its own; that votes which were paid for were cast by one person in many names.`;
const CLOCK_SET_BACK = (steps: number, longestMs: number) => `The database's clock was set back: ${steps} of the ledger
  entries looked at are earlier than the one before them, by up to ${longestMs} ms. A vote "while its ranking was paused", or
  answered with other tickets than the artist had, within such a time is a matter of the clock and not of the books.`;

const config = readConfig(process.env);
await using found = await findSiteDatabase(config);
await using db = openDatabase(found.url, { timeouts: OF_JOBS });
const startedAt = performance.now();
const report = await audit(db, ({ rule, broken, example }) => {
	console.log(`${broken === 0 ? 'ok    ' : 'BROKEN'} ${rule}`);
	if (broken > 0) console.log(`       ${broken} times, first: ${JSON.stringify(example)}`);
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${report.votes} votes with ${report.tickets} tickets, audited in ${seconds} s`);
for (const sort of ['earned', 'purchased'] as const) {
	const moved = Object.entries(report.supply.byKind).filter(([, gems]) => gems[sort] !== 0);
	const kinds = moved.map(([kind, gems]) => `${kind} ${gems[sort]}`).join(', ');
	console.log(`gems ${sort}: ${kinds || 'none'}; in wallets ${report.supply.inWallets[sort]}`);
}
for (const { currency, orders, takenMinor, refundedMinor, disputedMinor } of report.takings) {
	const money = `taken ${takenMinor}, refunded ${refundedMinor}, disputed ${disputedMinor}`;
	console.log(`${currency}: ${orders} orders fulfilled; in minor units ${money}`);
}
const { steps, longestMs } = report.clock;
if (steps > 0) console.log(CLOCK_SET_BACK(steps, longestMs));
if (process.argv.includes('--acknowledge')) {
	const rules = await acknowledge(db, report);
	for (const rule of rules) console.log(`Acknowledged as it stands: ${rule}`);
	if (rules.length === 0) console.log('Nothing to acknowledge: no rule about times is broken by a step of the clock');
}
console.log(report.passed ? EXCLUDED : 'Where a rule is broken, none of the other rules makes up for it.');
console.log(NOT_EXCLUDED);
console.log(report.passed ? 'The books balance.' : 'The books do NOT balance.');
process.exitCode = report.passed ? 0 : 1;
