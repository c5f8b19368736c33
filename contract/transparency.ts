/** What the site's anchor log says in numbers: the supply of gems, accounts, and who watches the log. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { accounts, newVotersByRegion, supply } from '#public-log/format/anchor/anchor-json.ts';
import { count, epochSeconds } from './values/shapes.ts';

/** Sums since the beginning, at one time. */
export const supplyPoint = z.object({
	index: count,
	time: epochSeconds,
	issued: supply.shape.issued,
	burned: supply.shape.burned,
	outstanding: supply.shape.outstanding,
});

/** Null stands for 1 to 19: small numbers say too much about single people. */
export const accountsPoint = z.object({
	index: count,
	time: epochSeconds,
	created: accounts.shape.created,
	deleted: accounts.shape.deleted,
	suspended: accounts.shape.suspended,
	active_24h: accounts.shape.active_24h,
	voters_24h: accounts.shape.voters_24h,
	new_voters_24h: accounts.shape.new_voters_24h,
	new_voters_24h_by_region: z.nullable(newVotersByRegion),
});

export const witness = z.object({
	name: z.string(),
	/** Size of the largest checkpoint that it cosigned, and when it did. */
	cosigned_size: count,
	cosigned_time: z.nullable(epochSeconds),
	/** Since when no try has succeeded. Null: the last one did. */
	failing_since: z.nullable(epochSeconds),
});

/** A leaf of the anchor, and its C2SP tlog-proof. */
export const provenLeaf = z.object({ leaf: z.string(), proof: z.string() });

export const getTransparencyNumbers = endpoint({
	path: '/transparency/numbers',
	summary: 'The supply of gems and numbers of accounts of the last 30 days, from the public anchor log',
	access: 'anyone',
	reply: z.object({
		anchor: z.object({
			origin: z.string(),
			vkey: z.string(),
			/** Of the last checkpoint; 0 and null: there is none yet. */
			size: count,
			published_time: z.nullable(epochSeconds),
			/** Tells the SHA-256 of the auditor that the site serves. Null: not yet, or it serves none. */
			program: z.nullable(provenLeaf),
			/** The witnesses, as C2SP tlog-policy, and the leaf that tells its SHA-256, once enough of them have cosigned that. */
			policy: z.nullable(z.extend(provenLeaf, { text: z.string() })),
		}),
		/** The last one of each day in UTC, the oldest first. The last is the newest of all. */
		supply: z.array(supplyPoint),
		accounts: z.array(accountsPoint),
		/** `none`: nobody watches. `waiting`: not enough of them have cosigned a checkpoint yet. */
		witnessing: z.enum(['none', 'waiting', 'witnessed']),
		/** Size of the largest checkpoint that enough witnesses have cosigned, or a larger one. */
		witnessed_size: count,
		witnesses: z.array(witness),
	}),
});
