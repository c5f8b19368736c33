/** `cast_votes` against a plain model of it, on a real database: whatever is asked, both decide the same. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, sql } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { aContest, type Contest, type ContestTraits } from '../../../tests/fixtures/voting/contests.ts';
import { voterOf } from '../../../tests/fixtures/voting/engine.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aKey, aPerson, type Person, type PersonTraits } from '../../../tests/fixtures/accounts/people.ts';
import { decide, type ModelRanking, type VoteModel } from '../../../tests/fixtures/voting/vote-model.ts';
import type { Ballot, Decision } from '../ballot.ts';
import { castVotes, type Undecided } from './sql.ts';

const database = ownDatabase();
let connection: Connection;
let contests: Contest[];
const rankings = new Map<string, ModelRanking>();

beforeAll(async () => {
	connection = database.db.connection();
	await connection.connect();
	contests = [
		await contest('open', {}),
		await contest('dear', { gemsPerVote: 25 }),
		await contest('capped', { cap: 7 }),
		await contest('later', { startsIn: 1 }, { status: 'upcoming' }),
		await contest('over', { endsIn: -1 }, { status: 'over' }),
		await contest('closed', {}, { status: 'ended' }),
		await contest('paused', {}, { status: 'paused' }),
		{ ...(await contest('draft', {})), key: 'draft' },
	];
	rankings.delete('draft');
	const [open] = contests as [Contest];
	// The last of the first ranking's artists is hidden.
	rankings.get('open')?.listed.delete(open.artistIds[3] ?? 0);
	await database.owner.query({
		text: `update ranking set published_at = null where ranking_key = 'draft';
			insert into ranking_pause (ranking_id, reason) select ranking_id, 'x' from ranking where ranking_key = 'paused';
			insert into ranking_closing (ranking_id, closed_at)
				select ranking_id, lightstick_now() from ranking where ranking_key = 'closed';
			update ranking_entry set hidden_at = lightstick_now() where artist_id = ${open.artistIds[3]}`,
	});
});
afterAll(async () => {
	await expectBooksToBalance(database.db);
	await connection.end();
});

async function contest(key: string, traits: ContestTraits, more: Partial<ModelRanking> = {}) {
	const made = await aContest(database.owner, key, traits);
	const listed = new Map(made.artistIds.map((artistId) => [artistId, 0]));
	const { gemsPerVote = 10, cap = null } = traits;
	rankings.set(key, { status: 'ongoing', gemsPerVote, cap, listed, ...more });
	return made;
}

const PEOPLE: PersonTraits[] = [
	{ earned: 200, purchased: 150 },
	{ earned: 35 },
	{ purchased: 90 },
	{ earned: 1_000 },
	{ earned: 50, debt: 20 },
	{ earned: 10, debt: 50 },
	{ earned: 100, registered: false },
	{ earned: 100, suspended: true },
	{},
];

const asked = fc.record({
	// The open ranking, the capped one, or any.
	contest: fc.oneof(fc.constant(0), fc.constant(2), fc.nat(7)),
	artist: fc.nat(4),
	tickets: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(99, Number.MAX_SAFE_INTEGER)),
	key: fc.nat(9),
	expected: fc.constantFrom('none', 'none', 'right', 'wrong'),
	again: fc.boolean(),
});
/** One ballot each from some of the people. */
const anyBatch = fc.array(fc.option(asked, { freq: 4 }), { minLength: PEOPLE.length, maxLength: PEOPLE.length });
/** A batch without caps and retries, so that nothing in it is decided under the wallets' locks. */
const plainBatch = anyBatch.map((wishes) =>
	wishes.map((wish) => wish && { ...wish, contest: wish.contest === 2 ? 0 : wish.contest, again: false }),
);
/** As a quiet night has them. */
const loneVote = fc
	.tuple(asked, fc.nat(PEOPLE.length - 1))
	.map(([wish, n]) => PEOPLE.map((_, at) => (at === n ? wish : null)));
const batch = fc.record({ wishes: fc.oneof(anyBatch, plainBatch, loneVote), skipHeld: fc.boolean() });
const batches = fc.record({ batches: fc.array(batch, { minLength: 3, maxLength: 12 }), leaves: fc.nat(11) });

it('decides and books every batch as its model does', async () => {
	await fc.assert(
		fc.asyncProperty(batches, async (run) => {
			const people = await Promise.all(PEOPLE.map((traits, n) => aPerson(database.owner, `fan ${n}`, traits)));
			const keys = Array.from({ length: 10 }, aKey);
			const model: VoteModel = { wallets: await readWallets(people), rankings, votes: new Map(), dead: new Map() };
			for (const [turn, { wishes, skipHeld }] of run.batches.entries()) {
				if (turn === run.leaves) await logOut(model, people[0] as Person);
				const ballots = wishes.flatMap((wish, n) => (wish ? [ballotOf(wish, people[n] as Person, keys)] : []));
				if (ballots.length === 0) continue;
				// The model's order, which is that of the fans: artist_tickets depend on it.
				const inOrder = ballots.toSorted((one, other) => one.fanId - other.fanId);
				const modeled = new Map(inOrder.map((ballot) => [ballot, decide(model, ballot)]));
				const decisions = await castVotes(connection, ballots, { slot: 0, skipHeld });
				expect(decisions.map(told)).toEqual(ballots.map((ballot) => expectation(modeled.get(ballot))));
			}
			const after = await readWallets(people);
			const held = (wallets: VoteModel['wallets']) => [...wallets.values()].map((w) => [w.earned, w.purchased]);
			expect(held(after)).toEqual(held(model.wallets));
		}),
		{ numRuns: 60, endOnFailure: true },
	);
});

function ballotOf(
	{ contest: n, artist, tickets, key, expected, again }: typeof asked extends fc.Arbitrary<infer Wish> ? Wish : never,
	{ fanId, tokenHash }: Person,
	keys: readonly string[],
): Ballot {
	const { key: rankingKey, artistIds } = contests[n] as Contest;
	const price = tickets * (rankings.get(rankingKey)?.gemsPerVote ?? 10);
	const expectedCost = { none: null, right: price, wrong: price + 10 }[expected] ?? null;
	return {
		fanId,
		tokenHash,
		key: keys[key] as string,
		voter: voterOf({ fanId }),
		rankingKey,
		artistId: artistIds[artist] ?? 1,
		tickets,
		expectedCost: expectedCost !== null && Number.isSafeInteger(expectedCost) ? expectedCost : null,
		isRetry: again,
	};
}

async function readWallets(people: readonly Person[]): Promise<VoteModel['wallets']> {
	const rows = await database.db.query<{ fanId: number; earned: number; purchased: number }>({
		text: `select fan_id as "fanId", earned, purchased from wallet where fan_id = any($1)`,
		values: [people.map(({ fanId }) => fanId)],
	});
	const byFan = new Map(rows.map((row) => [row.fanId, row]));
	return new Map(
		people.map(({ fanId }, n) => {
			const { registered = true, suspended = false } = PEOPLE[n] ?? {};
			const { earned = 0, purchased = 0 } = byFan.get(fanId) ?? {};
			return [fanId, { earned, purchased, registered, suspended, signedIn: true }];
		}),
	);
}

async function logOut({ wallets }: VoteModel, { fanId }: Person): Promise<void> {
	await sql`update session set revoked_at = lightstick_now() where fan_id = ${fanId}`.run(database.owner);
	const wallet = wallets.get(fanId);
	if (wallet) wallet.signedIn = false;
}

function told(decision: Decision | Undecided) {
	if (typeof decision === 'string') return decision;
	if ('refused' in decision) return decision.refused;
	const { cost, balanceAfter, artistTickets } = decision.cast;
	return { cost, balanceAfter, artistTickets };
}

function expectation(modeled: ReturnType<typeof decide> | undefined) {
	if (typeof modeled !== 'object') return modeled;
	const { cost, balanceAfter, artistTickets } = modeled;
	return { cost, balanceAfter, artistTickets };
}
