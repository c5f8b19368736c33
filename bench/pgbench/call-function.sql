-- What pgbench/call.sql calls: the statements of pgbench/naive.sql, run inside the database.
create function bench_cast_vote(voter bigint, artist bigint, votes bigint, key text) returns bigint language plpgsql as $$
declare
	held record;
	counted bigint;
begin
	select earned, purchased, last_seq into held from wallet
		where fan_id = voter for no key update;
	if exists (select from vote where fan_id = voter and idempotency_key = key) then
		return null;
	end if;
	update wallet set earned = earned - 10 * votes, last_seq = last_seq + 1
		where fan_id = voter;
	insert into ledger_entry
		(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		values (voter, held.last_seq + 1, 'vote', -10 * votes, 0, held.earned - 10 * votes, held.purchased,
			key, lightstick_now());
	insert into vote
		(fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
			artist_tickets, cast_at)
		values (voter, key, 1, artist, votes, 10 * votes, 0, held.last_seq + 1, 0, lightstick_now());
	update tally set tickets = tickets + votes, last_vote_at = lightstick_now()
		where ranking_id = 1 and artist_id = artist and slot = 0 returning tickets into counted;
	return counted;
end
$$;
