/** Rules that must hold in wallets and the ledger at every instant, and of gems that make good for failed votes. */
import type { Checks, RowChecks } from './check.ts';

export const ledgerRows: readonly RowChecks[] = [
	{
		from: 'ledger_entry entry',
		example: `'fan_id', fan_id, 'seq', seq, 'kind', kind`,
		rules: {
			'only a charge-back, a refund or a restored vote takes a balance below zero': `earned_after < 0 or (purchased_after < 0 and purchased < 0 and kind not in ('chargeback', 'refund', 'void_return'))
					or (kind = 'vote' and earned_after + purchased_after < 0)`,
			'votes spend bought gems only where no earned ones are left': `kind = 'vote' and purchased < 0 and earned_after <> 0`,
			'entries of each kind move gems in the direction of their kind': `case kind
					when 'purchase' then earned <> 0 or purchased <= 0
					when 'bonus' then earned <> 0 or purchased <= 0
					when 'check_in' then earned <= 0 or purchased <> 0
					when 'vote' then earned > 0 or purchased > 0
					when 'forfeit' then earned > 0 or purchased > 0
					when 'refund' then earned <> 0
					when 'chargeback' then earned <> 0
					else earned = 0 and purchased = 0 end`,
		},
	},
	{
		from: 'wallet join fan using (fan_id)',
		example: `'fan_id', fan_id, 'earned', earned, 'purchased', purchased`,
		rules: {
			'a deleted account holds no gems': 'fan.erased_at is not null and (earned > 0 or purchased > 0)',
		},
	},
];

export const ledgerChecks: Checks = {
	'the supply of the public log counts every ledger entry once': `
		select kind, booked.earned, booked.purchased, counted.earned as counted_earned,
				counted.purchased as counted_purchased
			from (select kind, sum(earned) as earned, sum(purchased) as purchased from ledger_entry group by kind) booked
			full join (
				select kind, sum(earned) as earned, sum(purchased) as purchased from (
					select kind, earned_in - earned_out as earned, purchased_in - purchased_out as purchased from supply_total
					union all select kind, earned, purchased from supply_change
					union all select 'vote', -gems_earned, -gems_purchased from log_batch where vote_count > 0
				) parts group by kind
			) counted using (kind)
			where (booked.earned, booked.purchased) is distinct from (counted.earned, counted.purchased)`,
	'every adjustment of gems was made by an operator, of that amount, and approved where it says so': `
		select coalesce(entry.fan_id, made.fan_id) as fan_id, coalesce(seq, made.ledger_seq) as seq, operator_id
			from (select * from ledger_entry entry where kind = 'adjustment' and not exists (
				select from make_good_grant given where given.fan_id = entry.fan_id
					and given.ledger_seq = entry.seq)) entry
			full join gem_adjustment made
				on made.fan_id = entry.fan_id and made.ledger_seq = entry.seq
			left join approval using (approval_id)
			where amount is distinct from abs(earned) + abs(purchased)
				or (approval_id is not null and (approval.kind, decision, payload->>'fan_id', payload->>'earned', payload->>'purchased')
					is distinct from ('gem_adjustment', 'approved', entry.fan_id::text, earned::text, purchased::text))
			union all
			select min(fan_id), min(ledger_seq), min(operator_id) from gem_adjustment
			where approval_id is not null group by approval_id having count(*) > 1`,
	'gems are forfeited only with a deleted account': `select entry.fan_id, entry.seq from ledger_entry entry
			where kind = 'forfeit' and not exists (
				select from fan join deletion_request request using (fan_id)
				where fan_id = entry.fan_id and fan.erased_at is not null
					and request.erased_at is not null and date_trunc('second', request.erased_at) <= entry.created_at)`,
	'every check-in was given by one ledger entry, and every check-in entry belongs to a check-in': `
		select coalesce(claim.fan_id, entry.fan_id) as fan_id, claim.day, entry.seq from check_in claim
			full join (select * from ledger_entry where kind = 'check_in') entry
				on entry.fan_id = claim.fan_id and entry.seq = claim.ledger_seq
			where (entry.cause, entry.earned, entry.purchased) is distinct from (claim.day::text, claim.gems::bigint, 0::bigint)`,
	'check-ins of a fan follow each other by day and by time': `select fan_id, day from (
				select fan_id, day, checked_at, lag(checked_at) over (partition by fan_id order by day) as before
				from check_in
			) claim where checked_at <= before`,
};

export const makeGoodChecks: Checks = {
	'every grant of a make-good gave its gems by one ledger entry, within the limit per fan': `
		select given.fan_id, given.incident_id, given.gems from make_good_grant given join make_good using (make_good_id)
			left join ledger_entry entry on entry.fan_id = given.fan_id and seq = ledger_seq
			where given.incident_id <> make_good.incident_id or given.gems > gems_per_fan_max
				or (ledger_seq is not null and (kind, earned, purchased) is distinct from ('adjustment', given.gems, 0::bigint))
				or (finished_at is not null and ledger_seq is null and skipped_at is null)`,
	'every make-good gave what was decided, and was approved where it says so': `
		select make_good_id, fans, gems from make_good
			left join approval using (approval_id)
			cross join lateral (select count(*) as granted_fans, coalesce(sum(given.gems), 0) as granted_gems
				from make_good_grant given where given.make_good_id = make_good.make_good_id) sums
			where (granted_fans, granted_gems) is distinct from (fans::bigint, gems::numeric)
				or (approval_id is not null and ((approval.kind, decision, payload->>'incident_id', payload->>'gems_per_fan_max')
						is distinct from ('make_good', 'approved', make_good.incident_id::text, gems_per_fan_max::text)
					or (payload->>'fans')::bigint < fans or (payload->>'gems')::bigint < gems))`,
};

/**
 * Rules that must hold within each wallet. The audit reads the ledger and the votes once each, side by side, and
 * compares sums of hashes. Two lists of the same rows have the same sum in any order; any other list has a different
 * sum. Every run seeds the hash anew, so that nobody can change rows in a way that keeps the sum.
 */
export function walletRows(seed: number): RowChecks {
	const hash = (...columns: string[]) =>
		columns.reduce((inner, column) => `hashint8extended(${column}, ${inner})`, `${seed}`);
	const ofVote = (key: string, ...columns: string[]) => `hashtextextended(${key}, ${hash(...columns)})`;
	return {
		// Each entry states the balance before it and the balance after it. So every balance is stated twice, except the
		// first and the last.
		from: `wallet full join (
				select fan_id, sum(earned) as earned, sum(purchased) as purchased, count(*) as entries,
					min(seq) as first_seq, max(seq) as last_seq,
					sum(${hash('seq', 'earned_after', 'purchased_after')})
						- sum(${hash('seq - 1', 'earned_after - earned', 'purchased_after - purchased')}) as steps,
					count(*) filter (where kind = 'vote') as votes,
					sum(${ofVote('cause', 'seq', '-earned', '-purchased')}) filter (where kind = 'vote') as paid
				from ledger_entry group by fan_id
			) book using (fan_id) full join (
				select fan_id, count(*) as votes,
					sum(${ofVote('idempotency_key', 'ledger_seq', 'cost_earned', 'cost_purchased')}) as paid
				from vote group by fan_id
			) ballots using (fan_id)`,
		example: `'fan_id', fan_id, 'earned', wallet.earned, 'purchased', wallet.purchased, 'booked_earned', book.earned,
			'booked_purchased', book.purchased, 'entries', entries, 'last_seq', book.last_seq, 'paid_votes', book.votes,
			'votes', ballots.votes`,
		rules: {
			'every wallet is the sum of its ledger entries': `wallet.fan_id is not null and (wallet.earned, wallet.purchased, wallet.last_seq)
					is distinct from (coalesce(book.earned, 0), coalesce(book.purchased, 0), coalesce(book.last_seq, 0))`,
			'every ledger entry belongs to a wallet': 'book.fan_id is not null and wallet.fan_id is null',
			'ledger entries of a wallet are numbered without gaps': 'first_seq <> 1 or book.last_seq <> entries',
			'each balance in the ledger follows from the one before': `steps <> ${hash('book.last_seq', 'book.earned::bigint', 'book.purchased::bigint')}::numeric
					- ${hash('0', '0', '0')}`,
			'every vote was paid by one ledger entry of its own cost, and every such entry paid for one vote': `coalesce(book.votes, 0) <> coalesce(ballots.votes, 0) or book.paid is distinct from ballots.paid`,
		},
	};
}
