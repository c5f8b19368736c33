/** The auditor against the golden log, and against every way to tamper with it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concat, utf8 } from '#public-log/format/bytes.ts';
import type { Leaf } from '#public-log/format/leaf.ts';
import type { OpenRules } from '#public-log/format/ranking-json.ts';
import { goldenPromise, goldenReceipt } from '../tests/fixtures/golden-receipt.ts';
import { GOLDEN_SIGNER } from '../tests/fixtures/golden-log.ts';
import { bytesOf, resultLeaf, type Entry, type JsonLeaf } from '../tests/fixtures/insider.ts';
import { checkpointOf, filesOf, receiptOf, sourceOf, type LogFiles } from '../tests/fixtures/log-files.ts';
import { testSigner } from '../tests/fixtures/signer.ts';
import { endTamperings } from '../tests/fixtures/tampering/of-endings.ts';
import { fileTamperings, promiseTamperings } from '../tests/fixtures/tampering/of-files.ts';
import { caseTamperings, voteTamperings } from '../tests/fixtures/tampering/of-votes.ts';
import { editedVote, GOLDEN, GOLDEN_LEAVES, insider, signed, voteAt } from '../tests/fixtures/tampering/tampering.ts';
import { audit, type Audit, type AuditInput } from './audit.ts';
import { CHECK_NAMES, type CheckName, type Status } from './checks/findings.ts';
import type { Revocations } from './checks/revoked.ts';
import { linesOf } from './print.ts';

const tamperings = [...fileTamperings, ...voteTamperings, ...caseTamperings, ...endTamperings, ...promiseTamperings];

const auditFiles = (files: LogFiles, input: AuditInput = {}) =>
	audit(sourceOf(files), { key: GOLDEN_SIGNER.key, ...input });
const rules = (GOLDEN[0] as JsonLeaf).json as OpenRules;
const revision = (change: object): Entry => ({ type: 'open', json: { ...rules, ...change } });
const UNLISTED = { tag: 'A'.repeat(22) };
const checkOf = ({ checks }: Audit, name: CheckName) => checks.find((check) => check.name === name);
const namesOf = ({ checks }: Audit, status: Status) =>
	checks.filter((check) => check.status === status).map(({ name }) => name);

describe('the auditor', () => {
	it('passes every check of the golden log, with older checkpoints and a receipt', async () => {
		const older = [0, 1, 256, 600, 1014].map((size) => utf8(checkpointOf(GOLDEN_LEAVES.slice(0, size), GOLDEN_SIGNER)));
		const input = { older, receipt: await goldenReceipt(), promise: goldenPromise() };
		const report = await auditFiles(signed(GOLDEN), input);
		expect([report.passed, namesOf(report, 'pass')]).toEqual([true, CHECK_NAMES]);
	});

	it('passes a copy that has full bundles only, for any checkpoint before them', async () => {
		const grown = signed(GOLDEN);
		const isPartial = (path: string) => path.includes('.p/');
		const full = [...grown].filter(([path]) => path.startsWith('tile/') && !isPartial(path));
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 767 }), async (size) => {
				const copied = [...signed(GOLDEN.slice(0, size))].filter(([path]) => !isPartial(path));
				expect(await auditFiles(new Map([...full, ...copied]))).toMatchObject({ passed: true });
			}),
			{ numRuns: 10, examples: [[1], [255], [256], [257], [700]] },
		);
	});

	it('passes a ranking that is still open, and says what could not be checked yet', async () => {
		const report = await auditFiles(signed(GOLDEN.slice(0, 700)));
		expect(report.passed).toBe(true);
		expect(namesOf(report, 'skip')).toEqual('close end result tally order older receipt promise'.split(' '));
	});

	it('passes a log that may still list a promised vote, and says so', async () => {
		const report = await auditFiles(signed(GOLDEN.slice(0, 22)), { promise: goldenPromise(UNLISTED) });
		expect(report.passed).toBe(true);
		const note = 'the vote is not listed yet, and nothing later than its deadline is';
		expect(checkOf(report, 'promise')).toMatchObject({ status: 'skip', note });
	});

	it.each(tamperings)('finds $name', async ({ fails, says, files, input }) => {
		const report = await auditFiles(files(), await input?.());
		expect(namesOf(report, 'fail')).toEqual([fails]);
		expect(checkOf(report, fails)?.note).toContain(says);
		expect(linesOf(report).at(-1)).toBe('The log FAILS.');
	});

	it('has no check that could be left out: each finds something that no other finds', () => {
		const failing = CHECK_NAMES.filter((name) => name !== 'extensions');
		expect(new Set(tamperings.map(({ fails }) => fails))).toEqual(new Set(failing));
	});

	it('says which rules it does not know', async () => {
		const first = revision({ extensions: { bonus_hour: { from: 5 } } });
		const report = await auditFiles(signed([first, ...GOLDEN.slice(1, 300)]));
		expect(report.passed).toBe(true);
		const line = '--   extensions This program knows every rule (not checked: bonus_hour)';
		expect(linesOf(report).join('\n')).toContain(line);
	});

	it('names the leaf of the first fault, and how many there are', async () => {
		const late = { castAt: 2_000_000_000 };
		const report = await auditFiles(insider((entries) => editedVote(editedVote(entries, 40, late), 30, late))());
		expect(linesOf(report).join('\n')).toMatch(/FAIL window .*\n {5}leaf 30: .*the first of 2 faults/);
	});
});

describe('a key that was revoked when its log had some leaves', () => {
	const later = testSigner('vote.example/g2/log/monthly-2026-11', 'a key of later');
	const revokedAt = (size: number): Revocations => ({
		of: (origin) => (origin === GOLDEN_SIGNER.key.name ? [{ key: GOLDEN_SIGNER.key, size, isRevoked: true }] : []),
		has: ({ name }) => name === goldenPromise().key.name,
		restoredTo: () => null,
	});
	const auditLater = (size: number, input: AuditInput) =>
		auditFiles(filesOf(GOLDEN_LEAVES, later), { key: later.key, revoked: revokedAt(size), ...input });

	it.for([
		[700, 'pass', 'it is leaf 20, signed before its key was revoked'],
		[699, 'fail', 'it is of 700 leaves, and 699 were known when its key was revoked'],
	] as const)('judges a receipt of 700 leaves when %i of them count: %s', async ([size, status, says]) => {
		const note = expect.stringContaining(says) as string;
		const report = await auditLater(size, { receipt: await goldenReceipt() });
		expect(checkOf(report, 'receipt')).toMatchObject({ status, note });
	});

	it('makes promises of its key prove nothing, unless they are kept', async () => {
		const withPromise = async (change: Parameters<typeof goldenPromise>[0]) =>
			checkOf(await auditLater(700, { promise: goldenPromise(change) }), 'promise');
		expect(await withPromise({})).toMatchObject({ status: 'pass', note: 'the vote is listed as it was promised' });
		const note = 'the key of the receipt was revoked: that its vote is not listed proves nothing';
		expect(await withPromise(UNLISTED)).toMatchObject({ status: 'skip', note });
	});

	it('ends its own log there', async () => {
		const at = (size: number) => auditFiles(signed(GOLDEN.slice(0, 700)), { revoked: revokedAt(size) });
		expect(namesOf(await at(700), 'fail')).toEqual([]);
		expect(namesOf(await at(699), 'fail')).toEqual(['signature']);
	});
});

describe('a log that goes on after a restore, beside the anchor', () => {
	const next = testSigner('vote.example/g2/log/monthly-2026-11');
	/** Of 650 leaves, it goes on with others. The receipt's proof is of 700. */
	const goingOn = [...GOLDEN.slice(0, 650), ...GOLDEN.slice(720, 740)].map(bytesOf);
	const revoked: Revocations = {
		of: (origin) =>
			origin === GOLDEN_SIGNER.key.name ? [{ key: GOLDEN_SIGNER.key, size: 650, isRevoked: false }] : [],
		has: () => false,
		restoredTo: (origin) => (origin === GOLDEN_SIGNER.key.name ? voteAt(GOLDEN, 650).castAt : null),
	};
	const auditNext = (input: AuditInput) => auditFiles(filesOf(goingOn, next), { key: next.key, revoked, ...input });
	const proofOf = async (index: number) => ({
		proof: await receiptOf(index, GOLDEN_LEAVES.slice(0, 700), GOLDEN_SIGNER),
		leaf: Buffer.from(GOLDEN_LEAVES[index] as Uint8Array).toString(),
	});

	const KEPT = { status: 'pass', note: 'the log lists it, as the log before it did' };
	const DROPPED = 'the vote was dropped: its log was set back to 2026-11-20T01:33:36Z';
	it.for<[string, 'receipt' | 'promise', () => Promise<AuditInput>, object]>([
		['a proof of a vote that it kept', 'receipt', async () => ({ receipt: await proofOf(20) }), KEPT],
		['a proof of a dropped vote', 'receipt', async () => ({ receipt: await proofOf(660) }), { note: DROPPED }],
		['a promise that it keeps', 'promise', async () => ({ promise: goldenPromise() }), { status: 'pass' }],
		['a promise of a dropped vote', 'promise', async () => ({ promise: goldenPromise(UNLISTED) }), { note: DROPPED }],
	])('judges %s', async ([, check, input, expected]) => {
		expect(checkOf(await auditNext(await input()), check)).toMatchObject({ status: 'fail', ...expected });
	});

	it('asks for the anchor where a proof is of the log before', async () => {
		const report = await auditFiles(filesOf(goingOn, next), { key: next.key, receipt: await proofOf(20) });
		expect(checkOf(report, 'receipt')?.note).toContain('If it is an earlier one of this ranking, give the anchor');
	});
});

it.each([
	['case', 120],
	['vote', 20],
] as const)('takes a %s that is listed %i seconds late, and no later', async (type, seconds) => {
	const at = GOLDEN.findIndex((entry, index) => index > 700 && typeof entry === 'object' && entry.type === type);
	const before = voteAt(GOLDEN, type === 'case' ? at - 1 : at).castAt;
	const late = (by: number): Entry[] => {
		const [first, second] = [voteAt(GOLDEN, at - 2), { ...voteAt(GOLDEN, at - 1), castAt: before }];
		const dated = type === 'case' ? { at: before - by } : { castAt: before - by };
		return [...GOLDEN.slice(0, at - 2), first, second, { ...(GOLDEN[at] as Leaf), ...dated }];
	};
	expect(namesOf(await auditFiles(signed(late(seconds))), 'fail')).toEqual([]);
	expect(namesOf(await auditFiles(signed(late(seconds + 1))), 'fail')).toEqual(['time']);
});

it('tells what changed, with numbers', async () => {
	const { ranking, ends_at: ends, review_seconds } = rules;
	const [vote, candidates] = [voteAt(GOLDEN, 1), { ...rules.candidates, 3: ['Haneul', '하늘이'] }];
	const judged = { ranking, caseId: 5, tickets: vote.tickets, at: ends + review_seconds + 60 };
	const late: Entry[] = [
		revision({ title: 'Before' }),
		revision({}),
		{ ...vote, artistId: 3 },
		{ ...vote, artistId: 7, tag: 'B'.repeat(22) },
		{ ...vote, artistId: 12, tag: 'C'.repeat(22) },
		revision({ title: 'After', candidates }),
		{ type: 'close', ranking, at: ends, votes: 3 },
		{ type: 'case', ...judged, reason: 'BOT', votes: 2, tickets: vote.tickets * 2, statement: '0'.repeat(64) },
		{ type: 'void', ...judged, voteIndex: 4 },
	];
	const result = resultLeaf(rules.ranking, late);
	result.json.order = [7, 3];
	result.json.hidden = [12];
	const report = await auditFiles(signed([...late, result]));
	expect(namesOf(report, 'fail')).toEqual([]);
	const said = linesOf(report);
	expect(said.slice(said.indexOf('What you should know') + 1, -2)).toEqual([
		'Hidden from the result: Yoru no Niji · 夜の虹, with 0 counted votes',
		'Rules were revised at leaf 1, 2026-10-31T15:00:00Z, before the first vote: title was Before, now November 2026 · 11월의 아티스트',
		'Rules were revised at leaf 5, 2026-10-31T15:00:00Z, after 3 votes: title was November 2026 · 11월의 아티스트, now After; 3 was Haneul · 하늘, now Haneul · 하늘이',
		'The site chose who comes first at equal votes: 3 come after others with as many',
		'Case 5 (BOT): of 2 votes, 1 were voided and 0 of them restored. It was opened 60 s after the result was due, without time to object',
	]);
});

it('a result of too many candidates passes without numbers, and fails with another order than the recount', async () => {
	const ids = Array.from({ length: 1_500 }, (_, at) => 1_000_000 + at);
	const before: Entry[] = [
		revision({ candidates: Object.fromEntries(ids.map((id) => [id, []])) }),
		{ ...voteAt(GOLDEN, 1), artistId: ids[0] as number },
		{ type: 'close', ranking: rules.ranking, at: rules.ends_at, votes: 1 },
	];
	const { json } = resultLeaf(rules.ranking, before);
	const auditWith = (order: number[]) =>
		auditFiles(signed([...before, { type: 'result', json: { ...json, tally: null, order } }]));
	const report = await auditWith(ids);
	expect(namesOf(report, 'fail')).toEqual([]);
	expect(namesOf(report, 'skip')).toContain('tally');
	expect(namesOf(await auditWith(ids.toReversed()), 'fail')).toEqual(['order']);
});

it('any changed byte of any bundle is found', async () => {
	const files = signed(GOLDEN);
	const bundles = [...files.keys()].filter((path) => path.startsWith('tile/entries/'));
	await fc.assert(
		fc.asyncProperty(
			fc.record({ path: fc.constantFrom(...bundles), at: fc.nat(), bits: fc.integer({ min: 1, max: 255 }) }),
			async ({ path, at, bits }) => {
				const bundle = concat(files.get(path) ?? utf8(''));
				const place = at % bundle.length;
				bundle.set([(bundle[place] ?? 0) ^ bits], place);
				const found = namesOf(await auditFiles(new Map(files).set(path, bundle)), 'fail');
				expect(found.includes('root') || found.includes('bundles')).toBe(true);
			},
		),
		{ numRuns: 30 },
	);
});

it('prints names without the characters that steer a terminal', async () => {
	const report = await auditFiles(signed([revision({ title: 'A\u001B[2Jtitle\u202E' })]));
	expect(linesOf(report)).toContain('A[2Jtitle');
});
