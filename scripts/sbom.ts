/**
 * `npm run sbom`: writes dist/sbom.cdx.json, the bill of materials of an installation (CycloneDX): every package that the
 * site runs with, its version, license and hash, from the lock file.
 */
import './lib/refusals.ts';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './lib/steps.ts';

const FILE = 'dist/sbom.cdx.json';
const ARGS = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];

interface Bill {
	metadata: { component: { name: string; purl: string } };
	components: { name: string; version: string }[];
}

// The npm that started this script, which on Windows is no program that can be run by its name.
const npm = process.env.npm_execpath;
const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
const output = execFileSync(program, [...first, ...ARGS], { cwd: ROOT, maxBuffer: 64 * 2 ** 20, encoding: 'utf8' });
const bill = JSON.parse(output) as Bill;
// npm takes the folder's name, which differs from clone to clone.
bill.metadata.component.name = 'lightstick';
await mkdir(join(ROOT, 'dist'), { recursive: true });
await writeFile(join(ROOT, FILE), `${JSON.stringify(bill, null, '\t')}\n`);
console.log(`${FILE}: ${bill.components.length} packages`);
