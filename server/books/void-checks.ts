/** Rules that must hold between votes, cases, voids and restores. */
import type { Checks } from './check.ts';

const SAME_VOTE = (one: string, other: string) => `${one}.fan_id = ${other}.fan_id
	and ${one}.idempotency_key = ${other}.idempotency_key`;

// Repeats the rule of voting/operator/cases/rules.ts on purpose: the audit must not depend on the code that it checks.
const RETURNED = {
	earned: `case when reason in ('STOL', 'ERR') then held.cost_earned else 0 end`,
	purchased: `case when reason in ('STOL', 'ERR', 'BOT', 'FARM', 'EXPL') then held.cost_purchased else 0 end`,
};

export const voidChecks: Checks = {
	'every vote of a case is a vote of its ranking, cast before, with its artist, tickets and cost': `
		select held.case_id, held.fan_id, held.idempotency_key from vote_case_vote held
			join vote_case using (case_id) left join vote on ${SAME_VOTE('vote', 'held')}
			where (vote.ranking_id, vote.artist_id, vote.tickets, vote.cost_earned, vote.cost_purchased) is distinct from
				(vote_case.ranking_id, held.artist_id, held.tickets, held.cost_earned, held.cost_purchased)
				or vote.cast_at > opened_at`,
	'every case holds as many votes and tickets as it says': `
		select case_id, vote_case.votes, vote_case.tickets, held.votes as held_votes, held.tickets as held_tickets
			from vote_case left join (
				select case_id, count(*) as votes, sum(tickets) as tickets from vote_case_vote group by case_id
			) held using (case_id)
			where (vote_case.votes, vote_case.tickets) is distinct from (held.votes, held.tickets)`,
	'every void is of a vote of its case, with its artist and tickets, and gave back what its reason says': `
		select gone.case_id, gone.fan_id, gone.idempotency_key from vote_void gone
			join vote_case using (case_id) join fan on fan.fan_id = gone.fan_id
			left join vote_case_vote held on held.case_id = gone.case_id and ${SAME_VOTE('held', 'gone')}
			where (held.artist_id, held.tickets, vote_case.ranking_id) is distinct from
					(gone.artist_id, gone.tickets, gone.ranking_id)
				or ((gone.earned, gone.purchased) <> (${RETURNED.earned}, ${RETURNED.purchased})
					and not (gone.earned + gone.purchased = 0 and erased_at is not null))`,
	'at most one void of a vote stands': `select fan_id, idempotency_key, count(*) as voids from vote_void gone
			where not exists (select from vote_restore back where back.case_id = gone.case_id and ${SAME_VOTE('back', 'gone')})
			group by fan_id, idempotency_key having count(*) > 1`,
	'every restore is of a void before it, with its tickets, and took back as many gems as it gave': `
		select back.case_id, back.fan_id, back.idempotency_key from vote_restore back
			left join vote_void gone on gone.case_id = back.case_id and ${SAME_VOTE('gone', 'back')}
			where back.tickets is distinct from gone.tickets or back.restored_at < gone.voided_at
				or back.earned + back.purchased <> gone.earned + gone.purchased or back.earned > gone.earned`,
	'a case that ended as voided has a void of each of its votes, a dropped one none': `
		select case_id, outcome, vote_case.votes, coalesce(gone.votes, 0) as voids from vote_case
			join vote_case_end using (case_id)
			left join (select case_id, count(*) as votes from vote_void group by case_id) gone using (case_id)
			where coalesce(gone.votes, 0) <> case outcome when 'voided' then vote_case.votes else 0 end`,
	'every case was voided because an operator decided it, and as far as the work says': `
		select case_id, deed, written, noted from (
				select case_id, 'void' as deed, count(*) as written from vote_void group by case_id
				union all select case_id, 'restore', count(*) from vote_restore group by case_id
			) rows full join (
				select case_id, deed, sum(votes_done) as noted from vote_case_work group by case_id, deed
			) work using (case_id, deed)
			where coalesce(written, 0) <> coalesce(noted, 0)`,
	'every gem that a void gave or a restore took is in the ledger, and every such entry belongs to one': `
		select coalesce(move.fan_id, entry.fan_id) as fan_id, move.case_id, coalesce(ledger_seq, seq) as seq from (
				select case_id, fan_id, ledger_seq, earned, purchased from vote_void where ledger_seq is not null
				union all
				select case_id, fan_id, ledger_seq, -earned, -purchased from vote_restore where ledger_seq is not null
			) move
			full join (select * from ledger_entry where kind = 'void_return') entry
				on entry.fan_id = move.fan_id and entry.seq = move.ledger_seq
			where (entry.earned, entry.purchased, entry.cause)
				is distinct from (move.earned, move.purchased, 'case ' || move.case_id)`,
	'no vote is voided while objections are heard': `
		select gone.case_id, gone.fan_id, gone.idempotency_key, voided_at, objections_until
			from vote_void gone join vote_case using (case_id) where voided_at < objections_until`,
	'no vote is voided or restored once its ranking is certified': `
		select gone.case_id, gone.fan_id, gone.idempotency_key from vote_void gone
			left join vote_restore back on back.case_id = gone.case_id and ${SAME_VOTE('back', 'gone')}
			join (select ranking_id, min(certified_at) as certified_at from ranking_result group by ranking_id) result
				on result.ranking_id = gone.ranking_id
			where greatest(voided_at, restored_at) > certified_at`,
	'a wallet is locked exactly while a void for fraud stands': `select wallet.fan_id, frozen from wallet left join (
				select distinct gone.fan_id from vote_void gone join vote_case using (case_id)
				where reason in ('BOT', 'FARM', 'EXPL') and not exists (
					select from vote_restore back where back.case_id = gone.case_id and ${SAME_VOTE('back', 'gone')})
			) fraud using (fan_id)
			where frozen <> (fraud.fan_id is not null)`,
};
