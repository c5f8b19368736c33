/** What must hold in the books at every instant. Each statement finds what breaks its rule; an honest book finds none. */

export interface Check {
	/** The rule, as a sentence. */
	rule: string;
	/** Gives a row for every place where the rule is broken. */
	text: string;
}

export const checks: readonly Check[] = [
	{
		rule: 'every wallet is the sum of its ledger entries',
		text: `select wallet.fan_id, wallet.earned, wallet.purchased, book.earned as booked_earned,
				book.purchased as booked_purchased
			from wallet left join (
				select bucket, fan_id, sum(earned) as earned, sum(purchased) as purchased, max(seq) as last_seq
				from ledger_entry group by bucket, fan_id
			) book using (bucket, fan_id)
			where (wallet.earned, wallet.purchased, wallet.last_seq)
				is distinct from (coalesce(book.earned, 0), coalesce(book.purchased, 0), coalesce(book.last_seq, 0))`,
	},
	{
		rule: 'every ledger entry belongs to a wallet',
		text: `select fan_id, seq from ledger_entry entry where not exists (
			select from wallet where wallet.bucket = entry.bucket and wallet.fan_id = entry.fan_id)`,
	},
	{
		rule: 'ledger entries are numbered without gaps, and each balance follows from the one before',
		text: `select fan_id, seq from (
				select fan_id, seq, earned, purchased, earned_after, purchased_after,
					lag(seq, 1, 0::bigint) over before as seq_before,
					lag(earned_after, 1, 0::bigint) over before as earned_before,
					lag(purchased_after, 1, 0::bigint) over before as purchased_before
				from ledger_entry window before as (partition by bucket, fan_id order by seq)
			) entry
			where seq <> seq_before + 1 or earned_after <> earned_before + earned
				or purchased_after <> purchased_before + purchased`,
	},
	{
		rule: 'a balance is below zero only after a charge-back or a refund',
		text: `select fan_id, earned, purchased from wallet
			where earned + purchased < 0 and not exists (
				select from ledger_entry entry where entry.bucket = wallet.bucket and entry.fan_id = wallet.fan_id
					and entry.kind in ('chargeback', 'refund'))`,
	},
	{
		rule: 'every vote was paid by one ledger entry of its own cost',
		text: `select vote.fan_id, vote.idempotency_key from vote
			left join ledger_entry entry
				on entry.bucket = vote.bucket and entry.fan_id = vote.fan_id and entry.seq = vote.ledger_seq
			where (entry.kind, entry.cause, entry.earned, entry.purchased)
				is distinct from ('vote', vote.idempotency_key, -vote.cost_earned, -vote.cost_purchased)`,
	},
	{
		rule: 'every vote entry of the ledger paid for one vote',
		text: `select entry.fan_id, entry.seq from ledger_entry entry
			left join vote on vote.bucket = entry.bucket and vote.fan_id = entry.fan_id
				and vote.idempotency_key = entry.cause and vote.ledger_seq = entry.seq
			where entry.kind = 'vote' and vote.fan_id is null`,
	},
	{
		rule: "every vote cost its ranking's price",
		text: `select vote.fan_id, vote.idempotency_key from vote join ranking using (ranking_id)
			where vote.cost_earned + vote.cost_purchased <> vote.tickets * ranking.gems_per_vote`,
	},
	{
		rule: 'the tally of every artist is the sum of the votes, less those voided, and those restored again',
		text: `select ranking_id, artist_id, tallied.tickets as tallied, counted.tickets as counted
			from (select ranking_id, artist_id, sum(tickets) as tickets from tally group by ranking_id, artist_id) tallied
			full join (
				select ranking_id, artist_id, sum(tickets) as tickets from (
					select ranking_id, artist_id, tickets from vote
					union all select ranking_id, artist_id, -tickets from vote_void
					union all select ranking_id, artist_id, back.tickets from vote_restore back
						join vote_void using (case_id, bucket, fan_id, idempotency_key)
				) move group by ranking_id, artist_id
			) counted using (ranking_id, artist_id)
			where tallied.tickets is distinct from counted.tickets`,
	},
	{
		rule: 'every vote was cast while its ranking was open',
		text: `select vote.fan_id, vote.idempotency_key, cast_at from vote join ranking using (ranking_id)
			left join ranking_closing closing using (ranking_id)
			where cast_at < starts_at or cast_at >= ends_at or cast_at > closing.closed_at`,
	},
	{
		rule: 'no vote was cast while its ranking was paused',
		text: `select vote.fan_id, vote.idempotency_key, cast_at from vote join ranking_pause pause using (ranking_id)
			where cast_at > paused_at and (ended_at is null or cast_at < ended_at)`,
	},
	{
		rule: 'every vote is for an artist that its ranking lists',
		text: `select vote.fan_id, vote.idempotency_key from vote
			where not exists (select from ranking_entry entry
				where entry.ranking_id = vote.ranking_id and entry.artist_id = vote.artist_id)`,
	},
	{
		rule: 'every certified total is the sum of its list',
		text: `select ranking_id, revision from ranking_result result
			where total_tickets <> (select coalesce(sum(tickets), 0) from ranking_result_entry entry
				where entry.ranking_id = result.ranking_id and entry.revision = result.revision)`,
	},
	{
		rule: 'every check-in was given by one ledger entry, and every check-in entry belongs to a check-in',
		text: `select coalesce(claim.fan_id, entry.fan_id) as fan_id, claim.day, entry.seq from check_in claim
			full join (select * from ledger_entry where kind = 'check_in') entry
				on entry.bucket = claim.bucket and entry.fan_id = claim.fan_id and entry.seq = claim.ledger_seq
			where (entry.cause, entry.earned, entry.purchased) is distinct from (claim.day::text, claim.gems::bigint, 0::bigint)`,
	},
	{
		rule: 'check-ins of a fan follow each other by day and by time',
		text: `select fan_id, day from (
				select fan_id, day, checked_at, lag(checked_at) over (partition by bucket, fan_id order by day) as before
				from check_in
			) claim where checked_at <= before`,
	},
];
