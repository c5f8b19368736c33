/** Casts a vote exactly once, however bad the network is. The idempotency key is kept until the outcome is known. */
import { onlineManager } from '@tanstack/react-query';
import { newKey, isProblem, isRefusal as isRefusalByServer, isTransient, Problem } from '#client/call.ts';
import { PATIENCE_MS, pauseAfter } from '#client/resend.ts';
import { noteServerTime } from '#client/server-clock.ts';
import { castVote as castVoteCall, type VoteReceipt } from '#contract/voting.ts';
import { makeVoteNonce, voteTag } from '#public-log/format/vote-tag.ts';
import { call } from '../../lib/api/call.ts';
import type { KnownVote } from '../../lib/votes/check-vote.ts';
import { type Attempt, type Ballot, deviceMemory, lookUpKeyOf, type VoteMemory } from '../../lib/votes/vote-memory.ts';

export interface VoteOrder extends Attempt {
	rankingKey: string;
	artistId: number;
}

/** A vote that counted, as it can be looked up in the ranking's public list. */
export type CastVote = VoteReceipt & KnownVote;

/** An earlier vote with another amount is now known to have counted, and nothing else was cast. */
export class EarlierVoteCounted extends Error {
	readonly receipt: VoteReceipt;

	constructor(receipt: VoteReceipt) {
		super(`An earlier vote of ${receipt.ticket_number} was counted`);
		this.receipt = receipt;
	}
}

export interface VoteDeps {
	send: (order: VoteOrder, sending: { key: string; isRetry: boolean; timeoutMs?: number }) => Promise<VoteReceipt>;
	memory: VoteMemory;
	/** Distinguishes fans who share a device. The name outlives a session: a vote may be repeated after the next sign-in. */
	fan: () => Promise<string>;
	random: () => number;
	/** A device that knows it is cut off tries once: to wait would tell the fan nothing. */
	isOffline: () => boolean;
}

/** Rejects with the `Problem` that refused the vote, or with `EarlierVoteCounted`. */
export async function castVote(order: VoteOrder, deps: VoteDeps): Promise<CastVote> {
	const ballot = await ballotFor(order, deps);
	try {
		return await settle(ballot, await sendUntilKnown(order, ballot, deps), deps);
	} catch (error) {
		if (isOtherAmountCast(error, ballot)) throw await earlierVote(ballot, order, deps);
		if (isRefusal(error, ballot)) await deps.memory.forget(ballot.key);
		throw error;
	}
}

/**
 * While the outcome of a vote is unknown, its key is used again. With the same amount, this repeats the vote. With
 * another amount, the server decides: either the earlier vote has arrived (409, and nothing is spent), or the new vote
 * takes the key and the earlier one can no longer count. In both cases the outcome is known before gems move.
 */
async function ballotFor(order: VoteOrder, { memory, fan }: VoteDeps): Promise<Ballot> {
	const owner = await fan();
	const unknown = await memory.findUnknown(owner, order.rankingKey, order.artistId);
	// A ballot found after a reload may have been in flight when the page closed.
	const ballot = unknown ? { ...unknown, unanswered: true } : await newBallot(order, owner);
	if (!ballot.attempts.some((attempt) => isSame(attempt, order))) {
		ballot.attempts.push({ votes: order.votes, expectedCost: order.expectedCost });
	}
	await memory.keep(ballot);
	return ballot;
}

async function newBallot({ rankingKey, artistId }: VoteOrder, fan: string): Promise<Ballot> {
	const nonce = makeVoteNonce();
	const place = lookUpKeyOf(fan, rankingKey, artistId);
	// An address without TLS has no hashes. Its votes count all the same, under a key that proves nothing.
	const key = await voteTag(nonce).catch(newKey);
	return { key, nonce, fan, rankingKey, artistId, attempts: [], place };
}

/** Repeats the same request until the server answers, for ten seconds after the first failure. Begun offline, it tries once. */
async function sendUntilKnown(
	order: VoteOrder,
	ballot: Ballot,
	{ send, memory, random, isOffline }: VoteDeps,
): Promise<VoteReceipt> {
	const patienceMs = isOffline() ? 0 : PATIENCE_MS;
	let givesUpAt: number | undefined;
	for (let before = 0; ; before += 1) {
		const left = givesUpAt === undefined ? undefined : Math.max(1_000, givesUpAt - performance.now());
		try {
			const isRetry = ballot.unanswered === true;
			return await send(order, { key: ballot.key, isRetry, ...(left === undefined ? {} : { timeoutMs: left }) });
		} catch (error) {
			if (!isTransient(error)) throw error;
			if (!ballot.unanswered) await memory.keep(Object.assign(ballot, { unanswered: true }));
			givesUpAt ??= performance.now() + patienceMs;
			const { retryAfter } = error;
			const pause = pauseAfter({ before, retryAfter, leftMs: givesUpAt - performance.now(), random: random() });
			if (pause === null) throw error;
			await new Promise((resume) => setTimeout(resume, pause));
		}
	}
}

async function settle(ballot: Ballot, receipt: VoteReceipt, { memory }: VoteDeps): Promise<CastVote> {
	// The promise to list the vote is judged by the server's clock.
	noteServerTime(receipt.cast_time * 1000);
	const { place: _, unanswered: __, ...known } = ballot;
	await memory.keep({ ...known, receipt });
	return { ...receipt, tag: ballot.key, ranking_key: ballot.rankingKey, artist_id: ballot.artistId };
}

/** The key is taken, so a repeated request can only return the first answer. */
async function earlierVote(ballot: Ballot, order: VoteOrder, deps: VoteDeps): Promise<Error> {
	for (const attempt of ballot.attempts.filter((one) => !isSame(one, order))) {
		try {
			const receipt = await sendUntilKnown({ ...order, ...attempt }, ballot, deps);
			return new EarlierVoteCounted(await settle(ballot, receipt, deps));
		} catch (error) {
			if (!isProblem(error, 'idempotency_key_reused')) throw error;
		}
	}
	await deps.memory.forget(ballot.key);
	return new Problem(409, 'idempotency_key_reused', 'This request was already used for something else');
}

const isOtherAmountCast = (error: unknown, ballot: Ballot): boolean =>
	isProblem(error, 'idempotency_key_reused') && ballot.attempts.length > 1;

/** Refusals before the server checked the key say nothing about an earlier attempt without an answer. */
function isRefusal(error: unknown, ballot: Ballot): boolean {
	if (!isRefusalByServer(error)) return false;
	if ([400, 403, 404, 409].includes(error.code)) return true;
	return [401, 413, 415, 429].includes(error.code) && !ballot.unanswered;
}

const isSame = (one: Attempt, other: Attempt): boolean =>
	one.votes === other.votes && one.expectedCost === other.expectedCost;

/** Votes as this user alone, whoever has signed in in another tab since. */
export function deviceDeps({ fan, token }: { fan: string; token: string }): VoteDeps {
	return {
		send: async ({ rankingKey, artistId, votes, expectedCost }, { key, isRetry, timeoutMs }) =>
			call(
				castVoteCall,
				{
					params: { ranking_key: rankingKey },
					body: { artist_id: artistId, ticket_number: votes, expected_cost: expectedCost },
				},
				{ idempotencyKey: key, isRetry, timeoutMs, token },
			),
		memory: deviceMemory(),
		fan: async () => fan,
		random: Math.random,
		isOffline() {
			// A page that was opened offline has heard no event that says so.
			onlineManager.setOnline(navigator.onLine);
			return !navigator.onLine;
		},
	};
}
