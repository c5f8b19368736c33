/** Signed notes, checkpoints and proofs: the specification's example, our own signatures, and a verifier that is not ours. */
import { createPublicKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { base64, concat, utf8 } from './bytes.ts';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import type { VerifierKey } from './note.ts';
import { formatNote, formatVerifierKey, openNote, parseNote, parseVerifierKey, verifyNote } from './note.ts';
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts';
import { inclusionProof, type ReadSubtree } from './proofs.ts';
import { testPair, testSigner } from '../tests/fixtures/signer.ts';
import { leafHash, rootOf } from './tree.ts';

const ORIGIN = 'log.vote.example/log/monthly-2026-11';
const SEED = 'a key that sigstore knows';

describe('a signed note', () => {
	const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
	const NOTE =
		'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

	it('of the specification is verified', async () => {
		const key = parseVerifierKey(VKEY) as VerifierKey;
		expect(formatVerifierKey(key)).toBe(VKEY);
		expect((await openNote(utf8(NOTE), key))?.text).toBe('This is an example message.\n');
		expect(formatNote(parseNote(NOTE) ?? { text: '', signatures: [] })).toBe(NOTE);
	});

	it('is refused with another text, another key, or another name', async () => {
		const { key, sign } = testSigner(ORIGIN);
		const note = sign('text\n');
		expect(await openNote(utf8(note), key)).not.toBeNull();
		expect(await openNote(utf8(note.replace('text', 'test')), key)).toBeNull();
		expect(await openNote(Uint8Array.of(0xff, 0xfe), key)).toBeNull();
		for (const other of [testSigner(ORIGIN, 'another').key, { ...key, name: 'other.example' }, { ...key, type: 4 }])
			expect(await openNote(utf8(note), other)).toBeNull();
	});

	it('with a true and a false signature of one key is refused', async () => {
		const signer = testSigner(ORIGIN);
		const note = parseNote(signer.sign('text\n'));
		const [own] = note?.signatures ?? [];
		if (!note || !own) throw new Error('The note is not one');
		const forged = { ...own, bytes: new Uint8Array(64) };
		expect(await verifyNote({ ...note, signatures: [own, forged] }, signer.key)).toBe(false);
		const stranger = { ...forged, name: 'witness.example' };
		expect(await verifyNote({ ...note, signatures: [stranger, own] }, signer.key)).toBe(true);
	});

	it.each([
		['no signature', 'text\n\n'],
		['no empty line', 'text\n— name AAAAAAA=\n'],
		['a control character', `te\u0007xt\n\n— name AAAAAAA=\n`],
		['a carriage return', 'text\r\n\n— name AAAAAAA=\n'],
		['a hyphen for the dash', 'text\n\n- name AAAAAAA=\n'],
		['a plus in the name', 'text\n\n— na+me AAAAAAA=\n'],
		['an odd space in the name', 'text\n\n— na\u00A0me AAAAAAA=\n'],
		['base64 that is none', 'text\n\n— name AAAAAA!=\n'],
		['a key id without a signature', 'text\n\n— name AAAAAA==\n'],
		['something behind it', 'text\n\n— name AAAAAAA=\nmore\n'],
		['too many signatures', `text\n\n${'— name AAAAAAA=\n'.repeat(33)}`],
	])('with %s is none', (_name, note) => expect(parseNote(note)).toBeNull());

	it.each([
		['another id', VKEY.replace('530d903a', '530d903b')],
		['a short key', 'example.com/foo+530d903a+Aek='],
		['a space in the name', VKEY.replace('/foo', ' foo')],
		['no name', VKEY.slice('example.com/foo'.length)],
		['nothing', ''],
	])('has no key with %s', (_name, text) => expect(parseVerifierKey(text)).toBeNull());
});

describe('a checkpoint', () => {
	const root = leafHash(utf8('leaf'));

	it('comes back as it was written', () => {
		const checkpoint = { origin: ORIGIN, size: 1, root };
		expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
	});

	it.each([
		['an extension line', `${ORIGIN}\n1\n${base64(root)}\nmore\n`],
		['a leading zero', `${ORIGIN}\n01\n${base64(root)}\n`],
		['a short root', `${ORIGIN}\n1\nAAAA\n`],
		['no origin', `\n1\n${base64(root)}\n`],
		['no line feed', `${ORIGIN}\n1\n${base64(root)}`],
		['a size of 2^53', `${ORIGIN}\n9007199254740992\n${base64(root)}\n`],
	])('with %s is none', (_name, text) => expect(parseCheckpoint(text)).toBeNull());
});

describe('a proof', () => {
	const leaves = Array.from({ length: 300 }, (_, index) => utf8(`leaf ${index}`));
	const hashes = leaves.map(leafHash);
	const signer = testSigner(ORIGIN, SEED);
	const checkpoint = signer.sign(formatCheckpoint({ origin: ORIGIN, size: 300, root: rootOf(hashes) }));

	const subtree: ReadSubtree = async (start, end) => rootOf(hashes.slice(start, end));
	const prove = async (index: number, under = checkpoint) =>
		formatTlogProof({ index, path: await inclusionProof(index, 300, subtree), checkpoint: under });

	it('holds for its leaf, with or without an extra line', async () => {
		const proof = await prove(299);
		for (const text of [proof, proof.replace('\n', '\nextra bGVhZg==\n')])
			expect(await verifyTlogProof(leaves[299] as Uint8Array, text, signer.key)).toMatchObject({ index: 299 });
		expect(proof.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 299']);
	});

	it('says what is wrong with it', async () => {
		const proof = await prove(7);
		const faults: [string, string, { leaf?: Uint8Array | undefined; key?: VerifierKey }?][] = [
			['not_included', proof, { leaf: leaves[8] }],
			['not_included', proof.replace('index 7', 'index 8')],
			['forged', proof.replace('\n300\n', '\n299\n')],
			['another_key', proof, { key: testSigner(ORIGIN, 'another').key }],
			['other_log', proof, { key: testSigner('other.example').key }],
			['not_a_proof', proof.slice(0, 200)],
			['not_a_proof', ''],
			['not_a_proof', proof.replace('index 7', 'index 07')],
			['not_a_proof', `c2sp.org/tlog-proof@v1\nindex 0\n${`${base64(rootOf(hashes))}\n`.repeat(65)}\n${checkpoint}`],
		];
		for (const [fault, text, { leaf = leaves[7], key = signer.key } = {}] of faults)
			expect(await verifyTlogProof(leaf as Uint8Array, text, key)).toEqual({ fault });
	});

	it('is accepted by the verifier of sigstore, and refused by it when it was changed', async () => {
		// Not a part of the library's public interface: only these two parts know logs without certificates.
		const require = createRequire(import.meta.url);
		const { verifyCheckpoint, verifyMerkleInclusion } = {
			...require('@sigstore/verify/dist/tlog/checkpoint.js'),
			...require('@sigstore/verify/dist/tlog/merkle.js'),
		} as {
			verifyCheckpoint(entry: object, logs: object[]): object;
			verifyMerkleInclusion(entry: object, checkpoint: object): void;
		};
		const publicKey = createPublicKey(testPair(SEED).privateKey);
		const log = { logID: Buffer.from(signer.key.id, 'hex'), baseURL: `https://${ORIGIN}`, publicKey };
		function accepts(text: string, leaf: Uint8Array): boolean {
			const proof = parseTlogProof(text);
			if (!proof) throw new Error('The proof is not one');
			const hashesOf = proof.path.map((hash) => Buffer.from(hash));
			const checkpointOf = { envelope: proof.checkpoint };
			const inclusion = { logIndex: String(proof.index), hashes: hashesOf, checkpoint: checkpointOf };
			const entry = { canonicalizedBody: Buffer.from(leaf), inclusionProof: inclusion };
			try {
				verifyMerkleInclusion(entry, verifyCheckpoint(entry, [log]));
				return true;
			} catch (error) {
				expect(error).toMatchObject({ code: 'TLOG_INCLUSION_PROOF_ERROR' });
				return false;
			}
		}
		for (const index of [0, 1, 255, 256, 298, 299]) {
			const proof = await prove(index);
			const leaf = leaves[index] as Uint8Array;
			expect(accepts(proof, leaf)).toBe(true);
			expect(accepts(proof, concat(leaf, utf8('!')))).toBe(false);
			expect(accepts(proof.replace(`index ${index}`, `index ${(index + 1) % 300}`), leaf)).toBe(false);
			expect(accepts(await prove(index, testSigner(ORIGIN, 'another').sign('x\n300\nAAAA\n')), leaf)).toBe(false);
		}
	});
});
