-- The same vote as one call of a function: one round trip, one transaction.
\set fan random(1, :fans)
\set artist case when random(1, 100) <= :hot then 1 else random(1, :artists) end
\set tickets random(1, 5)
\set key random(1, 9000000000000000000)
select bench_cast_vote(:fan, :artist, :tickets, lpad((:key)::text, 22, '0'));
