/** Birthday charts proposed from the artists' birthdays. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { id, rankingKey, textOf } from '../../values/shapes.ts';
import { consoleRanking } from './rankings.ts';

const month = textOf(7, /^20\d\d-(?:0[1-9]|1[0-2])$/);

const proposal = z.object({
	/** Month of the birthdays, for example `2026-12`. */
	month,
	ranking_key: rankingKey,
	title: z.string(),
	/** The month before that month, or the rest of it. */
	starts_local: z.string(),
	ends_local: z.string(),
	/** Sorted by birthday. */
	artists: z.array(z.object({ artist_id: id, en_name: z.string(), birthday: z.string() })),
	/** True if the chart has been created already. */
	made: z.boolean(),
});
export type BirthdayProposal = z.output<typeof proposal>;

export const listBirthdayProposals = endpoint({
	name: 'listBirthdayProposals',
	methods: ['GET'],
	path: '/console/birthday-proposals',
	summary: 'Proposed charts of artists with birthdays in the next two months, each running in the month before',
	access: 'operator',
	reply: z.object({ proposals: z.array(proposal) }),
	problems: [],
});

export const makeBirthdayRanking = endpoint({
	name: 'makeBirthdayRanking',
	methods: ['POST'],
	path: '/console/birthday-proposals/:month',
	summary: 'Creates a proposed chart with its entries, as a draft',
	access: 'operator:editor',
	params: z.object({ month }),
	reply: z.object({ ranking: consoleRanking }),
	problems: ['ranking_not_found', 'ranking_exists'],
});
