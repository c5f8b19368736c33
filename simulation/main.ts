/**
 * `npm run simulate [-- --short] [--seed N] [--out FOLDER]`: a month of the site in minutes, and a report with pictures.
 * Ends with 1 if the books do not balance or a public log does not pass its auditor.
 */
import { resolve, join } from 'node:path';
import { parseArgs } from 'node:util';
import { mkdir, writeFile } from 'node:fs/promises';
import { stopOnSignal } from '../scripts/lib/stop-on-signal.ts';
import { simulate, type Simulated } from './simulate.ts';
import { FULL, SHORT } from './world.ts';
import { openOwnDatabase } from './stage/database.ts';
import { machinePage } from './report/measured.ts';
import { monthPage } from './report/month-page.ts';

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

/** Writes the report: `index.html` and `facts.json` follow from the seed, `machine.html` and `machine.json` do not. */
async function writeReport(folder: string, { facts, proof, measured }: Simulated): Promise<string> {
	await mkdir(folder, { recursive: true });
	const page = join(folder, 'index.html');
	await Promise.all([
		writeFile(page, monthPage(facts, proof)),
		writeFile(join(folder, 'facts.json'), json({ facts, proof })),
		writeFile(join(folder, 'machine.html'), machinePage(measured)),
		writeFile(join(folder, 'machine.json'), json(measured)),
	]);
	return page;
}

function json(value: unknown): string {
	return `${JSON.stringify(value, null, '\t')}\n`;
}
