/** Witnesses of the anchor: what they sign is served, and whatever they do, the log and the votes go on. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { base64, utf8 } from '#public-log/format/bytes.ts';
import { formatCheckpoint } from '#public-log/format/checkpoint.ts';
import { findCosignature, parsePolicy } from '#public-log/format/witness/witness-policy.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { leafHash } from '#public-log/format/tree.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { verifyWitnessed, type WitnessedVote } from '#public-log/format/witness/witnessed-vote.ts';
import { readVoteProof } from '#public-log/server/fans/vote-proof.ts';
import { runVoteLog } from '#public-log/server/leader.ts';
import { addCheckpoint, askWitnesses } from '#public-log/server/witnesses/rounds.ts';
import { readWitnessing } from '#public-log/server/witnesses/witnessing.ts';
import { sql } from '#server/kernel/database.ts';
import { aKey, aPerson } from '../../tests/fixtures/accounts/people.ts';
import { aColleague, dataAs } from '../../tests/fixtures/operators/operators.ts';
import { makeDue, publishAnchored } from './fixtures/anchor.ts';
import { openCheckpoint, readLog } from './fixtures/log.ts';
import { cosign, startWitness, WITNESS_TIME, type TestWitness } from './fixtures/witness.ts';
import { castVote } from '../../tests/fixtures/voting/cases.ts';
import { aBallot } from '../../tests/fixtures/voting/engine.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const POLL = { timeout: 20_000, interval: 50 };
const quiet = { warn: () => undefined, error: () => undefined };

const site = aLogSite();
let one: TestWitness;
let two: TestWitness;

beforeAll(async () => {
	await publishAnchored(site, site.deps, 'hour');
});
beforeEach(async () => {
	const { key } = site.deps.keys.signer(site.deps.anchor, null);
	[one, two] = [await startWitness('one.example', key), await startWitness('two.example', key)];
});
afterEach(async () => {
	await Promise.all([one.close(), two.close()]);
	await site.owner.query({ text: 'delete from anchor_witness' });
});

const policy = () =>
	parsePolicy(`${one.policyLine}\n${two.policyLine}\ngroup fans all one.example two.example\nquorum fans`);
const round = (timeoutMs = 5_000) =>
	askWitnesses({ ...site.deps, policy: policy(), log: quiet }, () => AbortSignal.timeout(timeoutMs));
const grow = () => publishAnchored(site, { ...site.deps, policy: policy() }, 'hour');

async function cosigners(): Promise<string[]> {
	const { note } = await openCheckpoint(site, 'anchor');
	const found = await Promise.all(
		[one, two].map(async ({ key }) => ((await findCosignature(note, key))?.time === WITNESS_TIME ? key.name : null)),
	);
	return found.filter((name) => name !== null);
}

const faults = () =>
	sql`select name, fault from anchor_witness order by name`.all<{ name: string; fault: string | null }>(site.owner);

describe('witnesses', () => {
	it('cosign each checkpoint, from the one before, and the anchor is served with what they signed', async () => {
		for (const _ of [1, 2, 3]) {
			await round();
			expect(await cosigners()).toEqual(['one.example', 'two.example']);
			await grow();
			expect(await cosigners()).toEqual([]);
		}
		await round();
		expect(one.seen.statuses).toEqual([200, 200, 200, 200]);
		const { checkpoint } = await openCheckpoint(site, 'anchor');
		expect(await readWitnessing(site.db, policy())).toMatchObject({
			witnessing: 'witnessed',
			witnessed_size: checkpoint.size,
			witnesses: [{ name: 'one.example', cosigned_time: WITNESS_TIME, failing_since: null }, { name: 'two.example' }],
		});
	});

	it('are asked from the size that they know', async () => {
		await round();
		await site.owner.query({ text: 'delete from anchor_witness' });
		await grow();
		await round();
		expect(one.seen.statuses).toEqual([200, 409, 200]);
		expect(await cosigners()).toEqual(['one.example', 'two.example']);
	});

	it.each([
		['false signature', 'its cosignature does not hold'],
		['other key', 'its cosignature does not hold'],
		['endless', 'its answer is too long'],
		['error', 'it answered 500'],
		['silent', 'it does not answer in time'],
	] as const)('that give %j are said to fail, and the others count', async (mood, fault) => {
		one.mood = mood;
		await round(mood === 'silent' ? 300 : 5_000);
		expect(await cosigners()).toEqual(['two.example']);
		expect(await faults()).toEqual([
			{ name: 'one.example', fault },
			{ name: 'two.example', fault: null },
		]);
		expect(await readWitnessing(site.db, policy())).toMatchObject({ witnessing: 'waiting', witnessed_size: 0 });
		one.mood = 'honest';
		await round();
		expect(await faults()).toMatchObject([{ fault: null }, { fault: null }]);
		// A liar has kept the checkpoint, and signs it the second time.
		expect(await cosigners()).toEqual(['one.example', 'two.example']);
	});

	it('hold a vote from the round after it, and the proof stays while the anchor grows on', async () => {
		const contest = await aContest(site.owner, 'witnessed');
		const fan = await aPerson(site.owner, 'watched', { earned: 10_000 });
		const key = aKey();
		await site.engine.cast(aBallot(fan, contest, { key, tickets: 2 }));
		const prove = () => readVoteProof({ ...site.deps, policy: policy() }, fan, key);
		await grow();
		expect(await prove()).toMatchObject({ proof: expect.any(String), witnesses: 2, witnessed: null });
		one.mood = 'silent';
		await round(300);
		// One of two is too few for this policy.
		expect((await prove()).witnessed).toBeNull();
		one.mood = 'honest';
		await round();

		for (const votes of [0, 3]) {
			for (let vote = 0; vote < votes; vote += 1) await castVote(site, fan, contest, { tickets: 1 });
			await grow();
			const { leaf, log, witnessed } = await prove();
			if (!witnessed) throw new Error('No witnessed proof');
			const { key: anchorKey } = site.deps.keys.signer(site.deps.anchor, null);
			expect(witnessed.vkey).toBe(formatVerifierKey(anchorKey));
			const vote = { leaf: utf8(leaf), index: 1, log };
			const verify = (told: Partial<WitnessedVote>, of = vote) =>
				verifyWitnessed(of, { ...witnessed, ...told }, anchorKey);
			expect(await verify({})).toEqual({ witnesses: ['one.example', 'two.example'] });
			expect(await verify({}, { ...vote, leaf: utf8(leaf.replace(' 2 20 ', ' 3 20 ')) })).toEqual({
				fault: 'not_included',
			});
			expect(await verify({}, { ...vote, log: `${log}-2` })).toEqual({ fault: 'other_log' });
			expect(await verify({ leaf: `${witnessed.leaf} ` })).toEqual({ fault: 'not_a_proof' });
			expect(await verify({ leaf: witnessed.leaf.replace(/ \d+ /, ' 9 ') })).toEqual({ fault: 'not_included' });
			expect(await verify({ proof: witnessed.proof.replace('index ', 'index 1') })).toEqual({ fault: 'not_included' });
			// Whoever else signs is not enough for this policy.
			const another = cosign('one.example', 'another text\n').trim();
			const forged = witnessed.proof.replace(/^— one\.example .*$/m, another);
			expect(await verify({ proof: forged })).toEqual({ witnesses: [] });
			expect(await verify({ policy: 'quorum' })).toEqual({ fault: 'unreadable_policy' });
		}
	});

	it('that are gone hold up neither votes nor the log', async () => {
		[one.mood, two.mood] = ['silent', 'endless'];
		const contest = await aContest(site.owner, 'unwitnessed');
		const fan = await aPerson(site.owner, 'fan', { earned: 1_000 });
		const pauses = { runMs: 10, failedMs: 20, waitingMs: 50, witnessesMs: 10 };
		const runner = runVoteLog({ ...site.deps, policy: policy(), log: quiet }, pauses);
		try {
			await expect.poll(faults, POLL).toMatchObject([{ fault: 'its answer is too long' }]);
			for (let votes = 1; votes <= 3; votes += 1) {
				await castVote(site, fan, contest, { tickets: 1 });
				const logged = async () => (await readLog(site, contest).catch(() => [])).length;
				await expect.poll(logged, POLL).toBe(1 + votes);
			}
			expect(runner.fault()).toBeNull();
			expect(one.seen.statuses).toEqual([]);
		} finally {
			await runner.stop();
		}
	});

	it('refuse a fork, a smaller tree and a stranger', async () => {
		await round();
		const { checkpoint } = await openCheckpoint(site, 'anchor');
		const signer = site.deps.keys.signer(site.deps.anchor, null);
		const [witness] = policy().witnesses;
		if (!witness) throw new Error('There is no witness');
		const submit = (size: number, from: number, origin = checkpoint.origin, proof: Uint8Array[] = []) => {
			const text = formatCheckpoint({ origin, size, root: leafHash(utf8('another history')) });
			const signed = site.deps.keys.signer(origin, null).sign(text);
			return addCheckpoint(witness, { from, proof, checkpoint: signed }, AbortSignal.timeout(5_000));
		};
		expect(base64(signer.key.publicKey)).not.toBe(base64(one.key.publicKey));
		expect(await submit(checkpoint.size + 5, checkpoint.size, checkpoint.origin, [leafHash(utf8('x'))])).toEqual({
			fault: 'it answered 422',
		});
		expect(await submit(checkpoint.size - 1, checkpoint.size)).toEqual({ fault: 'it answered 400' });
		expect(await submit(checkpoint.size, checkpoint.size)).toEqual({ knownSize: checkpoint.size });
		expect(await submit(checkpoint.size, 0, 'other.example/anchor')).toEqual({ fault: 'it answered 404' });
	});

	it('that have seen a larger log than this one are an alarm', async () => {
		await round();
		await grow();
		await round();
		await site.owner.query({ text: 'delete from anchor_witness' });
		const seen = one.seen.checkpoint;
		if (!seen) throw new Error('Nothing was cosigned');
		one.seen.checkpoint = { ...seen, size: seen.size + 10 };
		await round();
		expect(await faults()).toMatchObject([
			{ fault: `it has cosigned ${seen.size + 10} leaves, but this log has ${seen.size}` },
			{ fault: null },
		]);
	});

	it('that fail for ten minutes are told to operators', async () => {
		one.mood = 'error';
		await round();
		const editor = await aColleague(site.owner, 'editor');
		const told = async () =>
			(await dataAs(site, editor, getDashboard, {})).attention.filter(({ kind }) => kind === 'witness_failing');
		expect(await told()).toEqual([]);
		await site.owner.query({ text: `update anchor_witness set faulty_since = faulty_since - interval '11 minutes'` });
		expect(await told()).toEqual([
			{ about: null, kind: 'witness_failing', target: 'one.example', text: 'it answered 500' },
		]);
	});

	it('are forgotten when the policy names them no longer', async () => {
		await round();
		await askWitnesses({ ...site.deps, policy: null, log: quiet }, () => AbortSignal.timeout(1_000));
		expect(await faults()).toEqual([]);
		expect(await readWitnessing(site.db, null)).toEqual({ witnessing: 'none', witnessed_size: 0, witnesses: [] });
		await makeDue(site, 'minute');
	});
});
