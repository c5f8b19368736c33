/** The auditor in one file runs where nothing is installed. */
import { execFile } from 'node:child_process';
import { cp, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { beforeTests } from '../tests/fixtures/before-tests.ts';
import { AUDITOR_FILE, buildAuditor } from './audit-log.ts';

const GOLDEN = resolve(import.meta.dirname, '../public-log/tests/fixtures/golden');
const run = promisify(execFile);
const folder = beforeTests(async () => {
	const made = await mkdtempDisposable(join(tmpdir(), 'lightstick-auditor-'));
	await buildAuditor(made.path);
	await cp(GOLDEN, join(made.path, 'log'), { recursive: true });
	return made;
});

const auditHere = (place: string) => run(process.execPath, [AUDITOR_FILE, place], { cwd: folder.path, env: {} });

it('is the only file', async () => {
	expect(await readdir(folder.path)).toEqual([AUDITOR_FILE, 'log']);
});

it('passes the golden log', async () => {
	const { stdout } = await auditHere('log');
	expect(stdout).toContain('The log passes.');
	expect(stdout).toContain('Yoru no Niji · 夜の虹');
});

it('fails a log with a changed vote, and ends with 1', async () => {
	await writeFile(join(folder.path, 'log/tile/entries/000'), 'x', { flag: 'a' });
	await expect(auditHere('log')).rejects.toMatchObject({
		code: 1,
		stdout: expect.stringContaining('tile/entries/000 holds 1 bytes after its 256 leaves') as string,
	});
	await expect(auditHere('no-such-folder')).rejects.toMatchObject({ code: 2 });
});
