-- Keeps `ranking_terms` as the tables say that it is made of, whoever changes them, in every shard. Fans never do. A shard
-- that `close_shard` has closed stays closed; one that `stop_shard` has stopped is as the pauses say.

create or replace function refresh_ranking_terms(ranking_ids integer[]) returns void language plpgsql as $$
declare
	shards integer := coalesce((select installation.shards from installation), 1);
begin
	-- Two changes of one ranking come one after the other, and the next statement sees what the last one committed.
	perform from ranking where ranking_id = any (ranking_ids) order by ranking_id for no key update;
	insert into ranking_terms
		(shard, ranking_id, ranking_key, starts_at, ends_at, gems_per_vote, votes_per_fan_max, published, paused, resumed_at,
			closed)
	select shard, ranking_id, ranking_key, starts_at, ends_at, gems_per_vote, votes_per_fan_max, published_at is not null,
		exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and ended_at is null),
		(select max(ended_at) from ranking_pause pause where pause.ranking_id = ranking.ranking_id),
		exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)
	from ranking cross join generate_series(0, shards - 1) shard
	where ranking_id = any (ranking_ids) order by shard, ranking_id
	on conflict (ranking_id, shard) do update set
		ranking_key = excluded.ranking_key, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
		gems_per_vote = excluded.gems_per_vote, votes_per_fan_max = excluded.votes_per_fan_max,
		published = excluded.published, paused = excluded.paused, stopped_at = null, resumed_at = excluded.resumed_at,
		closed = ranking_terms.closed or excluded.closed;
end
$$;

create or replace function note_ranking_change() returns trigger language plpgsql as $$
begin
	perform refresh_ranking_terms(array(select distinct ranking_id from changed));
	return null;
end
$$;

-- A trigger that is given the changed rows is for one kind of change.
create or replace trigger ranking_terms_insert after insert on ranking
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_update after update on ranking
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_insert after insert on ranking_pause
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_update after update on ranking_pause
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_insert after insert on ranking_closing
	referencing new table as changed for each statement execute function note_ranking_change();

-- Another number of shards: the rankings that exist get terms in the new ones.
create or replace function note_shard_count() returns trigger language plpgsql as $$
begin
	delete from ranking_terms where shard >= (select shards from installation);
	perform refresh_ranking_terms(array(select ranking_id from ranking));
	return null;
end
$$;
create or replace trigger ranking_terms_shards after insert or update on installation
	for each statement execute function note_shard_count();

select refresh_ranking_terms(array(select ranking_id from ranking));
