/** Birthday charts that the artists' birthdays suggest. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { id, rankingKey, textOf } from '../../values/shapes.ts';
import { consoleRanking } from './rankings.ts';

const month = textOf(7, /^20\d\d-(?:0[1-9]|1[0-2])$/);

const proposal = z.object({
	/** Whose birthdays: `2026-12`. */
	month,
	ranking_key: rankingKey,
	title: z.string(),
	/** The month before, or the rest of it. */
	starts_local: z.string(),
	ends_local: z.string(),
	/** By their day. */
	artists: z.array(z.object({ artist_id: id, en_name: z.string(), birthday: z.string() })),
	/** It is there already. */
	made: z.boolean(),
});
export type BirthdayProposal = z.output<typeof proposal>;

export const listBirthdayProposals = endpoint({
	name: 'listBirthdayProposals',
	methods: ['GET'],
	path: '/console/birthday-proposals',
	summary: 'Charts of the artists born in the two months to come, each held in the month before',
	access: 'operator',
	reply: z.object({ proposals: z.array(proposal) }),
	problems: [],
});

export const makeBirthdayRanking = endpoint({
	name: 'makeBirthdayRanking',
	methods: ['POST'],
	path: '/console/birthday-proposals/:month',
	summary: 'Makes a proposed chart with its entries, as a draft',
	access: 'operator:editor',
	params: z.object({ month }),
	reply: z.object({ ranking: consoleRanking }),
	problems: ['ranking_not_found', 'ranking_exists'],
});
