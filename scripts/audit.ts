/** `npm run audit`: proves the books from their entries; ends with 1 when they do not balance. */
import { audit } from '#server/audit/audit.ts';
import { readConfig } from '#server/config.ts';
import { OF_JOBS } from '#server/db/patience.ts';
import { openDatabase } from '#server/db/pool.ts';
import { findDatabase } from '#server/main.ts';
import { printRefusalsPlainly } from './refusals.ts';

printRefusalsPlainly();

const config = readConfig(process.env);
const { url, embedded } = await findDatabase(config);
const db = openDatabase(url, { patience: OF_JOBS });
try {
	const report = await audit(db);
	for (const { rule, broken, example } of report.findings) {
		console.log(`${broken === 0 ? 'ok    ' : 'BROKEN'} ${rule}`);
		if (broken > 0) console.log(`       ${broken} times, first: ${JSON.stringify(example)}`);
	}
	console.log(`${report.votes} votes with ${report.tickets} tickets`);
	for (const sort of ['earned', 'purchased'] as const) {
		const moved = Object.entries(report.supply.byKind).filter(([, gems]) => gems[sort] !== 0);
		const kinds = moved.map(([kind, gems]) => `${kind} ${gems[sort]}`).join(', ');
		console.log(`gems ${sort}: ${kinds || 'none'}; in wallets ${report.supply.inWallets[sort]}`);
	}
	for (const { currency, orders, takenMinor, refundedMinor, disputedMinor } of report.takings) {
		const money = `taken ${takenMinor}, refunded ${refundedMinor}, disputed ${disputedMinor}`;
		console.log(`${currency}: ${orders} orders fulfilled; in minor units ${money}`);
	}
	console.log(report.passed ? 'The books balance.' : 'The books do NOT balance.');
	process.exitCode = report.passed ? 0 : 1;
} finally {
	await db.close();
	await embedded?.stop();
}
