/** `npm run audit`: proves the books from their entries; ends with 1 when they do not balance. */
import { audit } from '#server/audit/audit.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/pool.ts';
import { findDatabase } from '#server/main.ts';

const config = readConfig(process.env);
const { url, embedded } = await findDatabase(config);
const db = openDatabase(url);
try {
	const report = await audit(db);
	for (const { rule, broken, example } of report.findings) {
		console.log(`${broken === 0 ? 'ok    ' : 'BROKEN'} ${rule}`);
		if (broken > 0) console.log(`       ${broken} times, first: ${JSON.stringify(example)}`);
	}
	console.log(`${report.votes} votes with ${report.tickets} tickets`);
	const kinds = Object.entries(report.supply.byKind).map(([kind, gems]) => `${kind} ${gems}`);
	console.log(`gems: ${kinds.join(', ') || 'none'}; in wallets ${report.supply.inWallets}`);
	console.log(report.passed ? 'The books balance.' : 'The books do NOT balance.');
	process.exitCode = report.passed ? 0 : 1;
} finally {
	await db.close();
	// A server that was running before stays up: it is somebody's site.
	if (embedded && !embedded.adopted) await embedded.stop();
}
