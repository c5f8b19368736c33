/** Witnesses of the anchor: what they sign is served, and whatever they do, the log and the votes go on. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { utf8 } from '#public-log/format/bytes.ts';
import { findCosignature, parsePolicy } from '#public-log/format/witness/witness-policy.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { verifyWitnessed, type WitnessedVote } from '#public-log/format/witness/witnessed-vote.ts';
import { readVoteProof } from '#public-log/server/fans/vote-proof.ts';
import { askWitnesses } from '#public-log/server/witnesses/rounds.ts';
import { readWitnessing } from '#public-log/server/witnesses/witnessing.ts';
import { sql } from '#server/kernel/database.ts';
import type { Person } from '../../tests/fixtures/accounts/people.ts';
import { aColleague, dataAs } from '../../tests/fixtures/operators/operators.ts';
import { makeDue, publishAnchored } from './fixtures/anchor.ts';
import { openCheckpoint, readLog } from './fixtures/log.ts';
import { cosign, startWitness, WITNESS_TIME, type TestWitness } from './fixtures/witness.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite, POLL, quiet } from './fixtures/log-site.ts';

const site = aLogSite(1);
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

const faults = () => sql`select fault from anchor_witness order by name`.all<{ fault: string | null }>(site.owner);

it('cosign each checkpoint, from the one before, and the anchor is served with what they signed', async () => {
	for (const _ of [1, 2, 3]) {
		await round();
		expect(await cosigners()).toEqual(['one.example', 'two.example']);
		await grow();
		expect(await cosigners()).toEqual([]);
	}
	await round();
	expect(one.seen.statuses).toEqual([200, 200, 200, 200]);
	const { size } = (await openCheckpoint(site, 'anchor')).checkpoint;
	const witnesses = [
		{ name: 'one.example', cosigned_time: WITNESS_TIME, failing_since: null },
		{ name: 'two.example' },
	];
	const expected = { witnessing: 'witnessed', witnessed_size: size, witnesses };
	expect(await readWitnessing(site.db, policy())).toMatchObject(expected);
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
	expect(await faults()).toMatchObject([{ fault }, { fault: null }]);
	expect(await readWitnessing(site.db, policy())).toMatchObject({ witnessing: 'waiting', witnessed_size: 0 });
	one.mood = 'honest';
	await round();
	expect(await faults()).toMatchObject([{ fault: null }, { fault: null }]);
	// A liar has kept the checkpoint, and signs it the second time.
	expect(await cosigners()).toEqual(['one.example', 'two.example']);
});

it('hold a vote from the round after it, and the proof stays while the anchor grows on', async () => {
	const contest = await aContest(site.owner, 'witnessed');
	const [fan] = site.people as [Person];
	const [key = ''] = await site.vote(contest, 1, () => ({ tickets: 2 }));
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
		await site.vote(contest, votes);
		await grow();
		const { leaf, log, witnessed } = await prove();
		if (!witnessed) throw new Error('No witnessed proof');
		const { key: anchorKey } = site.deps.keys.signer(site.deps.anchor, null);
		expect(witnessed.vkey).toBe(formatVerifierKey(anchorKey));
		const vote = { leaf: utf8(leaf), index: 1, log };
		// Whoever else signs is not enough for this policy.
		const another = cosign('one.example', 'another text\n').trim();
		const forged = witnessed.proof.replace(/^— one\.example .*$/m, another);
		const changed = utf8(leaf.replace(' 2 20 ', ' 3 20 '));
		const verified: [object, Partial<WitnessedVote>, object?][] = [
			[{ witnesses: ['one.example', 'two.example'] }, {}],
			[{ fault: 'not_included' }, {}, { leaf: changed }],
			[{ fault: 'other_log' }, {}, { log: `${log}-2` }],
			[{ fault: 'not_a_proof' }, { leaf: `${witnessed.leaf} ` }],
			[{ fault: 'not_included' }, { leaf: witnessed.leaf.replace(/ \d+ /, ' 9 ') }],
			[{ fault: 'not_included' }, { proof: witnessed.proof.replace('index ', 'index 1') }],
			[{ witnesses: [] }, { proof: forged }],
			[{ fault: 'unreadable_policy' }, { policy: 'quorum' }],
		];
		for (const [expected, lie, of] of verified)
			expect(await verifyWitnessed({ ...vote, ...of }, { ...witnessed, ...lie }, anchorKey)).toEqual(expected);
	}
});

it('that are gone hold up neither votes nor the log', async () => {
	[one.mood, two.mood] = ['silent', 'endless'];
	const contest = await aContest(site.owner, 'unwitnessed');
	const runner = site.run({ policy: policy() });
	try {
		await expect.poll(faults, POLL).toMatchObject([{ fault: 'its answer is too long' }]);
		for (let votes = 1; votes <= 3; votes += 1) {
			await site.vote(contest, 1);
			const logged = async () => (await readLog(site, contest).catch(() => [])).length;
			await expect.poll(logged, POLL).toBe(1 + votes);
		}
		expect(runner.fault()).toBeNull();
		expect(one.seen.statuses).toEqual([]);
	} finally {
		await runner.stop();
	}
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
	const fault = `it has cosigned ${seen.size + 10} leaves, but this log has ${seen.size}`;
	expect(await faults()).toMatchObject([{ fault }, { fault: null }]);
});

it('that fail for ten minutes are told to operators', async () => {
	one.mood = 'error';
	await round();
	const editor = await aColleague(site.owner, 'editor');
	const told = async () =>
		(await dataAs(site, editor, getDashboard, {})).attention.filter(({ kind }) => kind === 'witness_failing');
	expect(await told()).toEqual([]);
	await site.owner.query({ text: `update anchor_witness set faulty_since = faulty_since - interval '11 minutes'` });
	const line = { about: null, kind: 'witness_failing', target: 'one.example', text: 'it answered 500' };
	expect(await told()).toEqual([line]);
});

it('are forgotten when the policy names them no longer', async () => {
	await round();
	await askWitnesses({ ...site.deps, policy: null, log: quiet }, () => AbortSignal.timeout(1_000));
	expect(await faults()).toEqual([]);
	expect(await readWitnessing(site.db, null)).toEqual({ witnessing: 'none', witnessed_size: 0, witnesses: [] });
	await makeDue(site, 'minute');
});
