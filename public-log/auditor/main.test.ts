/** The command: its arguments, its exit codes, and a log behind an address. */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { goldenEntries, GOLDEN_SIGNER } from '../tests/fixtures/golden-log.ts';
import { goldenPromise, goldenReceipt } from '../tests/fixtures/golden-receipt.ts';
import { bytesOf } from '../tests/fixtures/insider.ts';
import { checkpointOf, filesOf, writeFiles } from '../tests/fixtures/log-files.ts';
import { testSigner } from '../tests/fixtures/signer.ts';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { serveHttp } from '../../tests/fixtures/http/serve.ts';
import { auditLog } from './main.ts';

const GOLDEN = join(import.meta.dirname, '../tests/fixtures/golden');
const KEY = formatVerifierKey(GOLDEN_SIGNER.key);
const OTHER_KEY = formatVerifierKey(testSigner(GOLDEN_SIGNER.key.name, 'another').key);
const leaves = goldenEntries().map(bytesOf);
const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-audit-')));
const server = beforeTests(() => {
	const files = filesOf(leaves, GOLDEN_SIGNER);
	return serveHttp(({ url = '' }, response) => {
		const [, kind = '', path = ''] = /^\/([a-z]+)\/(?:monthly-2026-11\/)?(.*)$/.exec(url) ?? [];
		const file = files.get(path);
		const next = { moved: 'log', endless: 'endless' }[kind];
		if (next) response.writeHead(302, { location: `/${next}/${path}` }).end();
		else if (kind === 'pages' || (kind === 'halves' && path.startsWith('tile')))
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>');
		else if (kind === 'forbidden') response.writeHead(403).end();
		else if (kind === 'ahead' && path.startsWith('tile/entries/003')) response.writeHead(404).end();
		else response.writeHead(file ? 200 : 404).end(file);
	});
});

async function run(...args: string[]): Promise<{ code: number; text: string }> {
	const texts: string[] = [];
	const write = (text: string) => void texts.push(text);
	const code = await auditLog(args, { out: write, error: write });
	return { code, text: texts.join('') };
}

/** The exit code, and something of what is printed. */
async function expectRun(args: readonly string[], code: number, says: string): Promise<void> {
	expect(await run(...args)).toEqual({ code, text: expect.stringContaining(says) });
}

async function keep(name: string, text: string): Promise<string> {
	await writeFile(join(folder.path, name), text);
	return join(folder.path, name);
}

it('reads a log from an address and from a folder, and prints the same', async () => {
	const { code, text } = await run(`${server.origin}/log/monthly-2026-11/`);
	expect({ code, text }).toEqual(await run(GOLDEN));
	expect(code).toBe(0);
	for (const says of ['key that the log shows itself', 'Haneul · 하늘', '1014 entries, 1000 votes cast by 70 voters'])
		expect(text).toContain(says);
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
	await expectRun([GOLDEN, ...signed, '--leaf', promised.leaf], 0, '(the vote is listed as it was promised)');
	expect((await run(GOLDEN, ...signed, '--leaf', leaf)).code).toBe(1);
	await expectRun([GOLDEN, '--key', OTHER_KEY], 1, 'the key did not sign this checkpoint');
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

it.each([
	[
		'asks for the key of what may be no log',
		'log/no',
		2,
		'/log/no shows no key. Is this a log? If it is, give its key: --key',
	],
	['follows a redirect', 'moved', 0, 'The log passes.'],
	['gives up a redirect that never ends', 'endless', 2, 'redirect count exceeded'],
	['tells a web page from a log', 'pages', 2, 'this is a web page, and no file of a log'],
	['tells a web page in the place of a bundle', 'halves', 2, 'tile/entries/000: this is a web page'],
	['tells what a server answers', 'forbidden', 2, 'the server answers 403'],
	['fails a checkpoint that is ahead of its files', 'ahead', 1, 'tile/entries/003.p/246 is missing'],
])('an address that answers otherwise: %s', async (_name, kind, code, says) => {
	await expectRun([`${server.origin}/${kind}`, ...(kind === 'log/no' ? [] : ['--key', KEY])], code, says);
});

it('says that a log has no entries yet', async () => {
	const empty = join(folder.path, 'empty');
	await writeFiles(empty, filesOf([], GOLDEN_SIGNER));
	await expectRun([empty], 0, '--   once       No vote is there twice (the log has no entries yet)');
});

it('takes a key from a file, with the line break or the mark that editors add', async () => {
	for (const around of [`${KEY}\n`, `\uFEFF${KEY}\r\n`])
		expect((await run(GOLDEN, '--key', await keep('key.txt', around))).code).toBe(0);
});

describe('an anchor', () => {
	const [anchor, policy] = [`${GOLDEN}-anchor`, `${GOLDEN}-anchor/policy`];

	it('is known by its name, and judged beside the logs and by the policy that are given', async () => {
		const { code, text } = await run(anchor, '--log', GOLDEN, '--policy', policy);
		expect(code).toBe(0);
		expect(text).toContain('PASS witnesses  Enough witnesses have cosigned the checkpoint (cosigned by rival-fans');
		expect(text).toContain('PASS gems ');
		expect((await run(anchor)).text).toContain('--   gems ');
	});

	it('reads a policy as people write it, and starts with the witnesses whose keys it knows', async () => {
		const own = (await readFile(policy)).toString();
		const other = `witness later.example later.example+01020304+BgAA\n`;
		const written = own.replace('group', `# rivals\n${other}group`).replaceAll('\n', '\r\n');
		const policyOf = async (text: string) => [anchor, '--policy', await keep('policy', text)];
		await expectRun(await policyOf(`\uFEFF${written}`), 0, 'cosigned by rival-fans.example');
		const says =
			'line 1: later.example has a key of a type that is not understood, and the quorum needs more witnesses';
		await expectRun(await policyOf(`${other}quorum later.example\n`), 2, says);
	});

	it('of another site is told from one that does not know the log', async () => {
		const other = testSigner('other.example/log/monthly-2026-11');
		const place = join(folder.path, 'other');
		await writeFiles(place, filesOf(leaves, other));
		await expectRun([anchor, '--log', place], 2, 'belong to two sites');
		await expectRun([place, '--anchor', anchor], 2, 'belong to two sites');
	});

	it.each([
		['--log and --policy belong to an anchor', [GOLDEN, '--log', GOLDEN]],
		['--policy cannot be read: line 1: it is not understood', [anchor, '--policy', `${GOLDEN}/.gitattributes`]],
		['is no anchor', [GOLDEN, '--anchor', GOLDEN]],
		['The anchor holds no votes', [anchor, '--receipt', policy, '--leaf', 'v1 vote']],
	])('is refused: %s', (says, args) => expectRun(args, 2, says));
});
