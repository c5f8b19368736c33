/** What the JSON leaves of a ranking's log say. Keys are as in the leaf; times are Unix seconds. */
import * as z from 'zod/mini';

const whole = z.int().check(z.gte(0));
const byCandidate = <Value extends z.ZodMiniType>(value: Value) =>
	z.record(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)), value);

/**
 * The `open` leaf: the rules of the ranking. A later one in the same log is a revision. After the first vote, a revision
 * changes title, type and names, and adds candidates with a reason. It changes nothing else.
 */
export const openRules = z.strictObject({
	ranking: z.string(),
	/** When this leaf was written, and why it adds candidates. */
	at: whole,
	reason: z.nullable(z.string().check(z.minLength(1))),
	type: z.string(),
	title: z.string(),
	starts_at: whole,
	/** Exclusive: no vote is cast in this second or later. */
	ends_at: whole,
	gems_per_vote: z.int().check(z.gte(1)),
	/** Null: as many as the fan can pay. */
	votes_per_fan_max: z.nullable(whole),
	/**
	 * A case's votes are voided only when this time has passed since the case, or when the result is due: so many seconds
	 * after the end, or after the close if that was earlier.
	 */
	objection_seconds: whole,
	review_seconds: whole,
	/** A fan has one pseudonym in the whole log. */
	pseudonyms: z.literal('ranking'),
	/** Ids of those who can be voted for, each with names. Names are left out if the leaf would be too long. */
	candidates: byCandidate(z.array(z.string())),
	/** Rules of later versions, by name. An auditor that does not know one says that it was not checked. */
	extensions: z.record(z.string().check(z.regex(/^[a-z0-9_]{1,64}$/)), z.unknown()),
});
export type OpenRules = z.output<typeof openRules>;

/** The `result` leaf: the last one of a log. */
export const result = z.strictObject({
	ranking: z.string(),
	/** Leaves before this one, and the root of their tree in base64. */
	size: whole,
	root: z.string(),
	/**
	 * Votes given, less those voided, plus those restored. Null if the leaf would be too long: the numbers follow from the
	 * leaves before it.
	 */
	tally: z.nullable(byCandidate(z.strictObject({ given: whole, voided: whole, restored: whole, counted: whole }))),
	order: z.array(whole),
	/** Ids of candidates that the ranking did not show at its end. Their votes were given, but they have no place in it. */
	hidden: z.array(whole),
});
export type Result = z.output<typeof result>;
