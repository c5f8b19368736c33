/** Writes the report: `index.html` and `facts.json` follow from the seed, `machine.html` and `machine.json` do not. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Simulated } from '../simulate.ts';
import { machinePage } from './machine-page.ts';
import { monthPage } from './month-page.ts';

export async function writeReport(folder: string, { facts, proof, measured }: Simulated): Promise<string> {
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

const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;
