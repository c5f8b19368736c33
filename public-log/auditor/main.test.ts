/** The command: its arguments, its exit codes, and a log behind an address. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { goldenEntries, GOLDEN_SIGNER } from '../tests/fixtures/golden-log.ts';
import { goldenPromise, goldenReceipt } from '../tests/fixtures/golden-receipt.ts';
import { bytesOf } from '../tests/fixtures/insider.ts';
import { checkpointOf, filesOf } from '../tests/fixtures/log-files.ts';
import { testSigner } from '../tests/fixtures/signer.ts';
import { auditLog } from './main.ts';

const GOLDEN = join(import.meta.dirname, '../tests/fixtures/golden');
const KEY = formatVerifierKey(GOLDEN_SIGNER.key);
const OTHER_KEY = formatVerifierKey(testSigner(GOLDEN_SIGNER.key.name, 'another').key);
const leaves = goldenEntries().map(bytesOf);
let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-audit-'));
	const files = filesOf(leaves, GOLDEN_SIGNER);
	server = createServer(({ url = '' }, response) => {
		const bytes = files.get(url.replace('/log/monthly-2026-11/', ''));
		response.writeHead(bytes ? 200 : 404).end(bytes);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`;
});
afterAll(async () => {
	server.close();
	await rm(folder, { recursive: true });
});

async function run(...args: string[]): Promise<{ code: number; text: string }> {
	let text = '';
	const write = (more: string) => {
		text += more;
	};
	const code = await auditLog(args, { out: write, error: write });
	return { code, text };
}

async function keep(name: string, text: string): Promise<string> {
	await writeFile(join(folder, name), text);
	return join(folder, name);
}

it('reads a log from an address and from a folder, and prints the same', async () => {
	const behindAddress = await run(`${address}/monthly-2026-11/`);
	expect(behindAddress).toEqual(await run(GOLDEN));
	expect(behindAddress.code).toBe(0);
	expect(behindAddress.text).toContain('this is the key that the log shows itself');
	expect(behindAddress.text).toContain('Haneul · 하늘');
	expect(behindAddress.text).toContain('1014 entries, 1000 votes cast by 70 voters');
});

it('prints JSON for machines', async () => {
	const { code, text } = await run(GOLDEN, '--json');
	expect(code).toBe(0);
	expect(JSON.parse(text)).toMatchObject({
		log: 'vote.example/log/monthly-2026-11',
		passed: true,
		told: [
			expect.stringContaining('adds 55'),
			'Case 1 (BOT): of 4 votes, 4 were voided and 1 of them restored',
			expect.stringContaining('Case 2 (FARM)'),
		],
	});
});

it('takes the key, older checkpoints and a receipt', async () => {
	const { proof, leaf } = await goldenReceipt();
	const receipt = await keep('vote.tlog-proof', proof);
	const older = await Promise.all(
		[300, 900].map((size) => keep(`older-${size}`, checkpointOf(leaves.slice(0, size), GOLDEN_SIGNER))),
	);
	const checkpoints = older.flatMap((file) => ['--checkpoint', file]);
	const passed = await run(GOLDEN, '--key', KEY, ...checkpoints, '--receipt', receipt, '--leaf', leaf);
	expect(passed.code).toBe(0);
	expect(passed.text).not.toContain('shows itself');
	expect(passed.text).toContain('(it is leaf 20)');
	expect((await run(GOLDEN, '--receipt', receipt, '--leaf', leaf.replace('vote', 'veto'))).code).toBe(1);
	const promised = goldenPromise();
	const signed = ['--receipt', await keep('receipt', promised.proof), '--receipt-key', formatVerifierKey(promised.key)];
	const kept = await run(GOLDEN, ...signed, '--leaf', promised.leaf);
	expect([kept.code, kept.text.includes('(the vote is listed as it was promised)')]).toEqual([0, true]);
	expect((await run(GOLDEN, ...signed, '--leaf', leaf)).code).toBe(1);
	expect((await run(GOLDEN, '--key', OTHER_KEY)).text).toContain('the key did not sign this checkpoint');
	expect((await run(GOLDEN, '--key', OTHER_KEY)).code).toBe(1);
});

it.each([
	['nothing to read', []],
	['two logs', [GOLDEN, GOLDEN]],
	['an unknown option', [GOLDEN, '--quick']],
	['a key that is none', [GOLDEN, '--key', 'vote.example']],
	['a key of receipts that is none', [GOLDEN, '--receipt-key', 'vote.example']],
	['a receipt without its vote', [GOLDEN, '--receipt', 'vote.tlog-proof']],
	['a file that is not there', [GOLDEN, '--checkpoint', '/no/such/file']],
	['a folder that is not there', ['/no/such/folder']],
	['a folder that is no log', [tmpdir(), '--key', KEY]],
])('ends with 2 when it gets %s', async (_name, args) => {
	const { code, text } = await run(...args);
	expect(code).toBe(2);
	expect(text.length).toBeGreaterThan(10);
});

it('ends with 2 when the address has no log', async () => {
	expect((await run(`${address}/weekly-2026-47`)).code).toBe(2);
});

describe('an anchor', () => {
	const [anchor, policy] = [`${GOLDEN}-anchor`, `${GOLDEN}-anchor/policy`];

	it('is known by its name, and judged beside the logs and by the policy that are given', async () => {
		const { code, text } = await run(anchor, '--log', GOLDEN, '--policy', policy);
		expect(code).toBe(0);
		expect(text).toContain(
			'PASS witnesses  Enough witnesses have cosigned the checkpoint (cosigned by rival-fans.example, ',
		);
		expect(text).toContain('PASS gems ');
		expect((await run(anchor)).text).toContain('--   gems ');
	});

	it.each([
		['--log and --policy belong to an anchor', [GOLDEN, '--log', GOLDEN]],
		['--policy cannot be read: line 1: it is not understood', [anchor, '--policy', `${GOLDEN}/.gitattributes`]],
		['The anchor holds no votes', [anchor, '--receipt', policy, '--leaf', 'v1 vote']],
	])('is refused: %s', async (says, args) => {
		const { code, text } = await run(...args);
		expect([code, text.includes(says)]).toEqual([2, true]);
	});
});
