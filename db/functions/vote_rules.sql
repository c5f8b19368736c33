-- The rules of a vote: what it costs, and why a wallet does not pay for it.

-- Returns the price in gems. A product beyond the range of a bigint becomes the largest bigint: more than any balance.
create or replace function vote_cost(tickets bigint, gems_per_vote bigint) returns bigint
language sql immutable parallel safe
return tickets * least(gems_per_vote, 9223372036854775807 / tickets);

-- Returns why the wallet does not pay for the vote; null if it does. The first reason in this order decides.
create or replace function vote_refusal(
	registered boolean,
	barred boolean,
	-- Refusal of the ranking or its list; null if they take votes for this artist.
	entry_refusal text,
	cost bigint,
	-- The price that the fan was shown; null if none.
	expected_cost bigint,
	balance bigint,
	-- The fan's tickets in the ranking with this vote, of any size; null if the ranking has no limit.
	given_after numeric,
	cap bigint
) returns text language sql immutable parallel safe
return case
	when registered is not true then 'registration_required'
	when barred then 'account_suspended'
	when entry_refusal is not null then entry_refusal
	when expected_cost <> cost then 'cost_changed'
	when balance < 0 then 'wallet_in_debt'
	when balance < cost then 'not_enough_gems'
	when given_after > cap then 'vote_cap_reached'
end;

-- Returns why the ranking takes no votes at the moment; null if it does. The first reason in this order decides.
create or replace function ranking_refusal(
	published boolean,
	closed boolean,
	paused boolean,
	starts_at timestamptz,
	ends_at timestamptz,
	clock timestamptz,
	-- The clock in whole milliseconds, as it is stored with a vote.
	cast_time timestamptz
) returns text language sql immutable parallel safe
return case
	when published is not true then 'ranking_not_found'
	when closed then 'ranking_closed'
	when clock >= ends_at then 'ranking_ended'
	when cast_time < starts_at then 'ranking_not_open'
	when paused then 'ranking_paused'
end;
