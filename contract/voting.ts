/** Casting votes, and the public logs that hold them. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rankingStage } from './rankings.ts';
import { count, epochSeconds, id, rankingKey } from './values/shapes.ts';

/** Checks what a fan typed: digits without a leading zero, however many. Grouping commas are displayed and never sent. */
export function votesProblem(text: string): 'no_votes' | 'invalid_votes' | null {
	if (text === '0') return 'no_votes';
	return /^[1-9][0-9]*$/.test(text) ? null : 'invalid_votes';
}

/** Hours for which a case is open for objections, at least. The period ends earlier if the result is due. */
export const OBJECTION_HOURS_MIN = 24;

/** Created by the client before its first attempt. A vote sends 22 characters: see public-log/format/vote-tag.ts. */
export const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{22,36}$/;
/** Sent with a key that may have been sent before: its refusal is final, so that the earlier one cannot count later. */
export const RETRY_HEADER = 'idempotency-retry';

const ticketNumber = z.int('Please input a positive integer number').check(
	z.refine((votes) => votes !== 0, { error: 'Please input the number of votes', abort: true }),
	z.gte(1, 'Please input a positive integer number'),
);

export const castVote = endpoint({
	path: '/rankings/vote/:ranking_key',
	summary: 'Spends gems on votes for one artist, once per Idempotency-Key',
	access: 'registered',
	params: z.object({ ranking_key: rankingKey }),
	body: z.object({
		artist_id: id,
		ticket_number: ticketNumber,
		/** Price (gems) that was shown to the fan. A mismatch is refused. */
		expected_cost: z.optional(count),
	}),
	reply: z.object({
		/** The artist's tickets, including this vote. */
		artist_tickets: count,
		ticket_number: count,
		gem_cost: count,
		/** Earned and purchased parts of the gems spent. */
		gem_cost_earned: count,
		gem_cost_purchased: count,
		gem_balance: z.int(),
		/** Pass it as `after` to the chart to read this vote. */
		chart_version: z.string(),
		/** Time by the database's clock, read under the ranking's lock. */
		cast_time: z.int(),
		/** The vote's line in the public log, and the signed promise. Null if an earlier request cast the vote. */
		receipt: z.nullable(z.object({ leaf: z.string(), proof: z.string() })),
	}),
	problems: [
		'no_votes',
		'invalid_votes',
		'not_enough_gems',
		'wallet_in_debt',
		'artist_not_listed',
		'ranking_not_found',
		'ranking_not_open',
		'ranking_paused',
		'ranking_closed',
		'cost_changed',
		'vote_cap_reached',
		'account_suspended',
	],
	idempotent: true,
});
export type VoteReceipt = z.output<typeof castVote.reply>;

/** automation, many accounts of one person, gems from an exploit, a chargeback, a stolen account, our error, our test */
export const caseReason = z.enum(['BOT', 'FARM', 'EXPL', 'CHRG', 'STOL', 'ERR', 'TEST']);
export type CaseReason = z.output<typeof caseReason>;

/** Set on a vote that does not count at present. Null if the vote counts. */
export const voided = z.nullable(z.object({ case_id: id, reason: caseReason }));
export type Voided = z.output<typeof voided>;

/** Where the log itself lies, its name says: see docs/check-the-count.md. */
export const voteLog = z.object({
	ranking_key: rankingKey,
	title: z.string(),
	stage: rankingStage,
	log: z.string(),
	/** Key that signs the log, as C2SP signed-note writes it. */
	vkey: z.string(),
	entries: count,
	entries_waiting: count,
	checkpoint_time: z.nullable(epochSeconds),
	/** Tickets given, less voided, plus restored. Those of hidden entries are among them. */
	tickets: count,
	/** Tickets that do not count, by the reason of their case. */
	voided: z.array(z.object({ reason: caseReason, tickets: count })),
	/** Entries with tickets that the site has hidden: the log lists them, chart and result do not. */
	hidden: z.array(z.object({ artist: z.string(), tickets: count })),
});
export type VoteLog = z.output<typeof voteLog>;

export const getVoteLogs = endpoint({
	path: '/vote-logs',
	summary: 'The public logs of the latest hundred rankings, the latest first',
	access: 'anyone',
	reply: z.object({
		logs: z.array(voteLog),
		/** When the site had to be set back, the latest first. Votes that were cast between the two times are lost. */
		restores: z.array(z.object({ restored_to: epochSeconds, begun_at: epochSeconds })),
		/** When keys of the logs were revoked, the latest first. All logs have new names since then, and every entry. */
		revocations: z.array(z.object({ time: epochSeconds })),
	}),
});
