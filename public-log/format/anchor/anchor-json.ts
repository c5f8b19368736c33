/** What the JSON leaves of the anchor say. Keys are as in the leaf; times are Unix seconds. Sums are since the beginning. */
import * as z from 'zod/mini';

const whole = z.int().check(z.gte(0));
const gems = z.strictObject({ earned: whole, purchased: whole });

/** A cause that an auditor does not know counts in the sums, and the auditor names it. */
const byCause = <const Causes extends Record<string, typeof gems>>(causes: Causes) =>
	z
		.catchall(z.object(causes), gems)
		.check(z.refine((named) => Object.keys(named).every((name) => /^[a-z0-9_]{1,64}$/.test(name))));

/** Gems that came into wallets, by cause. */
export const issued = byCause({
	check_in: gems,
	purchase: gems,
	bonus: gems,
	/** By operators. */
	adjustment: gems,
	void_return: gems,
	/** Given back after a refund or a dispute that failed. */
	refund: gems,
	chargeback: gems,
});

/** Gems that left wallets, by cause. */
export const burned = byCause({
	vote: gems,
	adjustment: gems,
	/** Taken again for restored votes. */
	void_return: gems,
	refund: gems,
	chargeback: gems,
	/** Lost with deleted accounts. */
	forfeit: gems,
});

/** What the leaves of a ranking's log before index `size` add up to, voided votes included. */
export const rankingSupply = z.strictObject({
	size: whole,
	votes: whole,
	tickets: whole,
	gems_earned: whole,
	gems_purchased: whole,
});

export const supply = z.strictObject({
	at: whole,
	/** Index of the supply leaf before this one; null in the first. */
	prev: z.nullable(whole),
	issued,
	burned,
	/** What all wallets hold together. Debts of fans are negative. */
	outstanding: z.strictObject({ earned: z.int(), purchased: z.int() }),
	/** Part of `burned.vote`: votes from before there were public logs. */
	unlogged: gems,
	/** By key, the rankings whose logs grew since the supply leaf before. The others are as they were last told. */
	rankings: z.record(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)), rankingSupply),
});
export type Supply = z.output<typeof supply>;

/** Numbers from 1 to 19 are never told: they say too much about single people. */
export const CELL_MIN = 20;
const cell = z.nullable(z.int().check(z.refine((value) => value === 0 || value >= CELL_MIN)));

/** Continents, by the countries of fans' profiles. `other`: the rest, and profiles without a country. */
export const regions = ['africa', 'asia', 'europe', 'north_america', 'oceania', 'south_america'] as const;
export type Region = (typeof regions)[number] | 'other';

export const newVotersByRegion = z.partialRecord(z.enum([...regions, 'other']), cell);

/** The `accounts` leaf. Null stands for 1 to 19. */
export const accounts = z.strictObject({
	at: whole,
	/** Since the beginning. */
	created: cell,
	deleted: cell,
	/** Now. */
	suspended: cell,
	/** In the 24 hours before. */
	active_24h: cell,
	voters_24h: cell,
	/** Fans who cast their first vote, by how they signed up. */
	new_voters_24h: z.strictObject({ google: cell, line: cell, oidc: cell }),
	/** The same fans by region. A region that is not named is none, or in `other`. Null: their sum would tell a small number. */
	new_voters_24h_by_region: z.optional(z.nullable(newVotersByRegion)),
});
export type Accounts = z.output<typeof accounts>;
