/**
 * `npm run simulate [-- --short] [--seed N] [--out FOLDER]`: a month of the site in minutes, and a report with pictures.
 * Ends with 1 if the books do not balance or a public log does not pass its auditor.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopOnSignal } from '../scripts/lib/stop-on-signal.ts';
import { writeReport } from './report/write.ts';
import { simulate } from './simulate.ts';
import { FULL, SHORT } from './size.ts';
import { openOwnDatabase } from './stage/database.ts';

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		seed: { type: 'string', default: '1' },
		out: { type: 'string', default: 'simulation-report' },
	},
});
const startedAt = performance.now();
const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s`;
const database = await openOwnDatabase();
stopOnSignal(() => database.remove());
try {
	const simulated = await simulate({
		databaseUrl: database.url,
		size: values.short ? SHORT : FULL,
		seed: Number(values.seed),
		say: (line) => console.log(`${elapsed()}  ${line}`),
	});
	const { facts, proof, measured } = simulated;
	const page = await writeReport(resolve(values.out), simulated);
	console.log(`${elapsed()}  ${facts.people.votes} votes of ${facts.people.voters} fans; ${proof.rules} rules audited`);
	for (const rule of proof.broken) console.log(`BROKEN ${rule}`);
	for (const { name, passed } of proof.logs) console.log(`${passed ? 'ok    ' : 'FAILED'} log ${name}`);
	console.log(proof.passed ? `The books balance and the logs pass. Report: ${page}` : 'The proof FAILS.');
	const { p50ByDay: _p50, p99ByDay: _p99, tables: _tables, ...totals } = measured;
	console.log(JSON.stringify({ simulation: totals, passed: proof.passed }));
	process.exitCode = proof.passed ? 0 : 1;
} finally {
	await database.remove();
}
