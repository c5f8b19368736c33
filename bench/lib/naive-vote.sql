-- A vote as it is usually written: each step a statement of its own, in one transaction.
\set fan random(1, :fans)
\set artist case when random(1, 100) <= :hot then 1 else random(1, :artists) end
\set tickets random(1, 5)
\set key random(1, 9000000000000000000)
begin;
select earned, purchased, last_seq from wallet where fan_id = :fan for no key update \gset
select count(*) as seen from vote
	where fan_id = :fan and idempotency_key = lpad((:key)::text, 22, '0') \gset
update wallet set earned = earned - 10 * :tickets, last_seq = last_seq + 1 where fan_id = :fan;
insert into ledger_entry
	(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
	values (:fan, :last_seq + 1, 'vote', -10 * :tickets, 0, :earned - 10 * :tickets, :purchased,
		lpad((:key)::text, 22, '0'), lightstick_now());
insert into vote
	(fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
		artist_tickets, cast_at)
	values (:fan, lpad((:key)::text, 22, '0'), 1, :artist, :tickets, 10 * :tickets, 0, :last_seq + 1, 0,
		lightstick_now());
update tally set tickets = tickets + :tickets, last_vote_at = lightstick_now()
	where ranking_id = 1 and artist_id = :artist and slot = 0;
commit;
