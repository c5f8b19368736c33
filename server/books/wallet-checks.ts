/**
 * Rules that must hold within each wallet. The audit reads the ledger and the votes once each, side by side, and
 * compares sums of hashes. Two lists of the same rows have the same sum in any order; any other list has a different
 * sum. Every run seeds the hash anew, so that nobody can change rows in a way that keeps the sum.
 */
import type { RowChecks } from './check.ts';

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
		rules: [
			{
				rule: 'every wallet is the sum of its ledger entries',
				broken: `wallet.fan_id is not null and (wallet.earned, wallet.purchased, wallet.last_seq)
					is distinct from (coalesce(book.earned, 0), coalesce(book.purchased, 0), coalesce(book.last_seq, 0))`,
			},
			{ rule: 'every ledger entry belongs to a wallet', broken: 'book.fan_id is not null and wallet.fan_id is null' },
			{
				rule: 'ledger entries of a wallet are numbered without gaps',
				broken: 'first_seq <> 1 or book.last_seq <> entries',
			},
			{
				rule: 'each balance in the ledger follows from the one before',
				broken: `steps <> ${hash('book.last_seq', 'book.earned::bigint', 'book.purchased::bigint')}::numeric
					- ${hash('0', '0', '0')}`,
			},
			{
				rule: 'every vote was paid by one ledger entry of its own cost, and every such entry paid for one vote',
				broken: `coalesce(book.votes, 0) <> coalesce(ballots.votes, 0) or book.paid is distinct from ballots.paid`,
			},
		],
	};
}
